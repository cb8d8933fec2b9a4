// Asks, while the page can be seen, whether somebody whom the visitor has met asks for a game; the header says it.

import { closest, find } from "../dom.js";
import { choose } from "../remembered.js";
import { takeContent } from "../swap-page.js";

const ASK_EVERY = 10000; // milliseconds
let timer = 0;

async function ask() {
  clearTimeout(timer);
  if (document.hidden) return;
  const response = await fetch("/invitations/").catch(() => null);
  if (response?.ok) {
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    takeContent("asked", page);
  }
  askLater();
}

function askLater() {
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), ASK_EVERY);
}

document.addEventListener("visibilitychange", () => void ask());
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
