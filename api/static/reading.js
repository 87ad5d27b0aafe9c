// What makes looking things up quicker. Without it every page works the same, by links and forms.

const WAIT = 140; // milliseconds after the last key before asking
const RECENT = "adjudicator-recent";
const MOST_RECENT = 8;

/** Fetch a part of a page; a newer question makes an older one pointless. */
function asker() {
  let running = null;
  return async (address) => {
    running?.abort();
    running = new AbortController();
    try {
      const response = await fetch(address, { signal: running.signal });
      return response.ok ? await response.text() : null;
    } catch {
      return null; // aborted, or no connection: what is there stays, the form still works
    }
  };
}

function searchAsYouType(form) {
  const field = form.querySelector("input[type=search]");
  const target = document.querySelector(form.dataset.results);
  if (!field || !target) return;
  const ask = asker();
  let timer = 0;
  let shown = field.value.trim();
  const update = async () => {
    const query = field.value.trim();
    if (query === shown) return;
    shown = query;
    if (!query) return target.replaceChildren();
    const found = await ask(`${form.action}?${new URLSearchParams({ q: query, part: "1" })}`);
    if (found !== null && query === field.value.trim()) target.innerHTML = found;
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(update, WAIT);
  });
  field.addEventListener("keydown", (event) => {
    const first = target.querySelector("a");
    if (event.key === "ArrowDown" && first) {
      event.preventDefault();
      first.focus();
    }
  });
  target.addEventListener("keydown", (event) => {
    const links = [...target.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (at < 0 || !["ArrowDown", "ArrowUp", "Escape"].includes(event.key)) return;
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    (event.key === "Escape" ? field : links[at + step] ?? field).focus();
  });
}

/** A form whose choices show their result at once, in the part of the page it names. */
function filterAtOnce(form) {
  const ask = asker();
  form.addEventListener("change", async () => {
    const chosen = [...new FormData(form)].filter(([, value]) => value);
    const address = chosen.length ? `${form.action}?${new URLSearchParams(chosen)}` : form.action;
    const page = await ask(address);
    const part = page && new DOMParser().parseFromString(page, "text/html").querySelector(form.dataset.live);
    if (!part) return;
    document.querySelector(form.dataset.live).replaceWith(part);
    history.replaceState(null, "", address);
  });
}

function recent() {
  try {
    const kept = JSON.parse(localStorage.getItem(RECENT) ?? "[]");
    return Array.isArray(kept) ? kept.filter((r) => typeof r?.path === "string" && typeof r?.title === "string") : [];
  } catch {
    return []; // a browser that keeps nothing
  }
}

function remember(article) {
  const read = {
    path: location.pathname,
    title: article.dataset.title ?? article.querySelector("h1").textContent,
    lang: document.documentElement.lang,
  };
  const others = recent().filter((r) => r.path.split("/").slice(2).join() !== read.path.split("/").slice(2).join());
  try {
    localStorage.setItem(RECENT, JSON.stringify([read, ...others].slice(0, MOST_RECENT)));
  } catch {
    // full or forbidden: nothing is remembered
  }
}

function showRecent(section) {
  const list = section.querySelector("ul");
  for (const { path, title, lang } of recent()) {
    const link = document.createElement("a");
    link.href = `/${document.documentElement.lang}/${path.split("/").slice(2).join("/")}`;
    link.textContent = title;
    if (lang) link.lang = lang;
    list.append(document.createElement("li"));
    list.lastChild.append(link);
  }
  section.hidden = list.childElementCount === 0;
}

document.querySelectorAll("form[data-results]").forEach(searchAsYouType);
document.querySelectorAll("form[data-live]").forEach(filterAtOnce);
// On a narrow screen the bar of chapters is longer than the screen: begin where the reader is.
const bar = document.querySelector(".chapters");
const here = bar?.querySelector("[aria-current]");
if (here) bar.scrollLeft = here.offsetLeft + here.offsetWidth / 2 - bar.clientWidth / 2;
const article = document.querySelector("[data-rule]");
if (article) remember(article);
const section = document.querySelector("#recent");
if (section) showRecent(section);
