// Changes between light and dark at once, and saves the choice at the server for the next page.

import { find } from "./dom.js";

const form = find("theme-form", HTMLFormElement);
/** @type {NodeListOf<HTMLMetaElement>} */
const bars = document.querySelectorAll('meta[name="theme-color"]');
const systemTheme = matchMedia("(prefers-color-scheme: dark)");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const root = document.documentElement;
  const ofSystem = systemTheme.matches ? "dark" : "light";
  const wanted = (root.dataset.theme ?? ofSystem) === "dark" ? "light" : "dark";
  root.dataset.theme = wanted;
  for (const bar of bars) bar.content = getComputedStyle(root).backgroundColor;
  const data = new FormData(form);
  // What the system wants anyway is not a choice of its own: the page follows the system again.
  data.set("theme", wanted === ofSystem ? "system" : wanted);
  void fetch(form.action, { method: "POST", body: data, redirect: "manual" });
});
