// Forms that answer without reloading: the same request, the same page, only the part that changed is replaced.
import { awaken, inherit } from "./board.js";

const WAIT = 450;
let latest = 0;
let timer;
let typedAt = 0; // when a key was last pressed in a list: who spells a name or goes down a list is not done yet
let shown = here();

/** The address of what is shown; a jump within it changes only what stands after the `#`. */
function here() {
  return window.location.pathname + window.location.search;
}

function prepare(root) {
  awaken(root);
  for (const filter of root.querySelectorAll("[data-filter]")) filter.hidden = false;
  for (const button of root.querySelectorAll("[data-copy] button")) button.hidden = !navigator.clipboard;
}

async function replace(address, options, remember, pressed = false) {
  const mine = ++latest;
  const asking = document.getElementById("asking");
  asking.classList.add("busy");
  try {
    const response = await fetch(address, { ...options, headers: { "X-Part": "asking" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (mine !== latest) return;
    const fresh = page.getElementById("asking");
    if (!fresh) { window.location.assign(response.url); return; }
    const held = nameOf(document.activeElement);
    const opened = [...asking.querySelectorAll("details[id][open]")].map((details) => details.id);
    inherit(asking, fresh);
    asking.replaceWith(document.adoptNode(fresh));
    prepare(fresh);
    speak(fresh);
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    if (remember && options.method !== "POST") history.pushState(null, "", address);
    else if (remember && response.redirected) history.pushState(null, "", response.url);
    shown = here();
    for (const link of document.querySelectorAll(".tongues a")) link.href = `/${link.hreflang}${window.location.pathname.slice(3)}${window.location.search}`;
    refocus(fresh, held, pressed);
  } catch {
    window.location.assign(options.method === "POST" ? window.location.href : address);
  } finally {
    document.getElementById("asking")?.classList.remove("busy");
  }
}

/** How an element is found again in the page that replaces it. */
function nameOf(element) {
  if (element?.id) return `#${CSS.escape(element.id)}`;
  if (element?.dataset?.place) return `[data-place="${CSS.escape(element.dataset.place)}"]`;
  return element?.name ? `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]` : null;
}

/** Whoever has only a keyboard goes on from where he was; from a button, at what came of it. */
function refocus(fresh, held, pressed) {
  const result = pressed && (fresh.querySelector("[aria-invalid]") ?? fresh.querySelector("#waiting") ?? fresh.querySelector("#verdict, #result"));
  if (!result) return held && document.querySelector(held)?.focus({ preventScroll: true });
  if (!result.matches("[aria-invalid]")) result.tabIndex = -1;
  result.focus({ preventScroll: true });
  result.scrollIntoView({ block: "nearest" });
}

// What has come of it, for those who hear the page; the part that was replaced is not heard of itself.
function speak(fresh) {
  const news = fresh.querySelector(".wrong, #verdict .ruling, .waiting legend, .report, .odds h2");
  const spoken = document.getElementById("spoken");
  if (spoken && news) spoken.textContent = news.textContent;
}

function send(form, submitter) {
  clearTimeout(timer);
  timer = undefined;
  const data = new FormData(form, submitter ?? undefined);
  return replace(form.action || window.location.href, { method: "POST", body: new URLSearchParams(data) }, true, Boolean(submitter));
}

function step(button) {
  const input = button.parentElement.querySelector("input");
  const least = Number(input.dataset.least ?? 0);
  const most = Number(input.dataset.most ?? 999);
  const number = (Number.parseInt(input.value, 10) || 0) + Number(button.dataset.step);
  input.value = String(Math.min(Math.max(number, least), Math.max(most, least)));
  input.closest("li")?.classList.toggle("some", input.value !== "0");
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function later(form) {
  clearTimeout(timer);
  timer = setTimeout(() => send(form), WAIT);
}

function narrow(filter) {
  const wanted = fold(filter.value);
  const list = document.getElementById(filter.dataset.filter);
  for (const entry of list.tagName === "SELECT" ? list.options : list.children) {
    entry.hidden = wanted !== "" && entry.value !== "" && !fold(entry.textContent).includes(wanted);
  }
  if (list.tagName === "SELECT" && wanted !== "") {
    const first = [...list.options].find((option) => !option.hidden && option.value !== "");
    if (first) list.value = first.value;
  }
}

function fold(text) {
  return text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");
}

document.addEventListener("submit", (event) => {
  if (!event.target.closest("[data-asking]")) return;
  event.preventDefault();
  send(event.target, event.submitter);
});
document.addEventListener("click", (event) => {
  const stepper = event.target.closest("[data-asking] [data-step]");
  const link = event.target.closest("[data-asking] a[href^='?']");
  const copy = event.target.closest("[data-copy] button");
  if (stepper) {
    event.preventDefault();
    step(stepper);
  } else if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    const form = link.closest("form");
    const address = new URL(link.getAttribute("href"), window.location.href);
    // What stands on the form is not lost by following a link from it.
    if (form && [...address.searchParams.keys()].some((key) => key === "at" || key === "tap")) {
      const data = new URLSearchParams(new FormData(form));
      data.set("deed", "keep");
      data.delete("m/" + (document.querySelector(".taps-what [aria-current]")?.getAttribute("href") ?? "").replace("?tap=", ""));
      replace(address, { method: "POST", body: data }, true);
    } else replace(address, {}, true);
  } else if (copy) {
    const holder = copy.closest("[data-copy]");
    navigator.clipboard.writeText(holder.querySelector("input").value).then(() => {
      const status = holder.querySelector("[role=status]");
      status.textContent = status.dataset.done;
    });
  }
});
document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-asking] form");
  if (!form) return;
  if (event.target.matches("[data-submit]")) (Date.now() - typedAt < WAIT ? later : send)(form);
  else if (form.matches("[data-keeps]") && !event.target.closest(".waiting") && event.target.name && event.target.name !== "setup") later(form);
});
document.addEventListener("input", (event) => {
  if (event.target.matches("[data-filter]")) narrow(event.target);
});
document.addEventListener("keydown", (event) => {
  if (event.target.matches("[data-filter]") && event.key === "Enter") event.preventDefault();
  if (!event.target.matches("[data-asking] select")) return;
  typedAt = Date.now();
  if (timer) later(event.target.form);
});
window.addEventListener("popstate", () => {
  if (here() !== shown) replace(window.location.href, {}, false);
});
prepare(document);
