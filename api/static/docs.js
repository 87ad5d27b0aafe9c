"use strict";
// Lets a reader ask from the page itself; without it the page is complete, only still.
for (const form of document.querySelectorAll("form.try")) {
  const button = form.querySelector("button");
  const output = form.querySelector("output");
  button.hidden = false;
  for (const example of form.querySelectorAll(".example")) {
    example.addEventListener("toggle", () => {
      if (example.open) form.elements.body.value = example.querySelector("pre").textContent;
    });
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    let path = form.dataset.path;
    const query = new URLSearchParams();
    for (const field of form.querySelectorAll("[data-in]")) {
      if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
      else if (field.value) query.set(field.name, field.value);
    }
    const asked = { method: form.dataset.method.toUpperCase() };
    if (form.elements.body) {
      asked.body = form.elements.body.value;
      asked.headers = { "Content-Type": "application/json" };
    }
    const shown = document.createElement("pre");
    try {
      const response = await fetch(query.toString() ? `${path}?${query}` : path, asked);
      const text = await response.text();
      const json = (response.headers.get("Content-Type") || "").includes("json");
      shown.textContent = `${response.status}\n${json ? JSON.stringify(JSON.parse(text), null, 2) : text}`;
    } catch (error) {
      shown.textContent = String(error);
    }
    output.replaceChildren(shown);
  });
}
