#!/bin/sh
# Brings chromium for the browser tests where it may; where it cannot, says so. Everything else goes on either way.
set -u

for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done

bring() {
    timeout 120 apt-get -qq update &&
        timeout --kill-after=30 300 env DEBIAN_FRONTEND=noninteractive \
            apt-get -qq -o DPkg::Lock::Timeout=60 install --yes --no-install-recommends chromium
}

if ! command -v apt-get >/dev/null 2>&1; then
    why="there is no apt-get to install it with"
elif [ "$(id -u)" -ne 0 ]; then
    why="only root may install it (apt-get install chromium)"
else
    echo "Installing chromium for the browser tests."
    bring >/dev/null 2>&1 && command -v chromium >/dev/null 2>&1 && exit 0
    why="apt-get could not install it"
fi
echo "The browser tests are skipped: there is no chromium, and $why."
