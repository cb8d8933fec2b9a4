// Asks, while the page can be seen, whether somebody whom the visitor has met asks for a game; the header says it.

import { closest, find } from "../dom.js";
import { choose } from "../remembered.js";
import { takeContent } from "../swap-page.js";

const ASK_EVERY = 10000; // milliseconds
const ASK_SELDOM = 30000; // on a page that has been there for a while
const A_WHILE = 300000;
const NOBODY = '<div data-asked aria-live="polite"></div>';
let timer = 0;
let openedAt = performance.now();

async function ask() {
  clearTimeout(timer);
  if (document.hidden) return;
  const response = await fetch("/invitations/").catch(() => null);
  if (response?.ok) {
    const page = new DOMParser().parseFromString((await response.text()) || NOBODY, "text/html");
    takeContent("asked", page);
  }
  askLater();
}

function askLater() {
  clearTimeout(timer);
  const wait = performance.now() - openedAt < A_WHILE ? ASK_EVERY : ASK_SELDOM;
  timer = setTimeout(() => void ask(), wait);
}

document.addEventListener("visibilitychange", () => {
  openedAt = performance.now();
  void ask();
});
document.addEventListener("submit", (event) => {
  const form = closest(event.target, "[data-not-now]", HTMLFormElement);
  if (!form) return;
  event.preventDefault();
  void fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
  find("asked", HTMLElement).replaceChildren();
  /** @type {HTMLElement | null} */ (document.querySelector(".brand"))?.focus();
});
choose("met", true); // Other pages ask as well, from now on.
askLater();
