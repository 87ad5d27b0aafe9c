"""The yardstick of the service: a bare Flask endpoint returning a constant, on the same server.

python -m bench.bare PORT
"""

from __future__ import annotations

import sys

from flask import Flask

from api.server import production_server


def bare() -> Flask:
    app = Flask("bare")
    app.get("/")(lambda: "constant")
    return app


def main(port: int) -> None:
    app = bare()
    production_server("127.0.0.1", port, workers=1).serve(target_loader=lambda _target: app)


if __name__ == "__main__":
    main(int(sys.argv[1]))
