// Shows in the header who asks to play, or has come to a game that waits; and sends an answer.

import { closest, find } from "../dom.js";
import { takeContent } from "../swap-page.js";

const NOBODY = '<div data-callers aria-live="polite"></div>';

/** @param {string} [waiting] the address of a game that waits */
export async function showCallers(waiting = "") {
  const query = waiting && `?waiting=${waiting.split("/").at(-2)}`;
  const response = await fetch(`/invitations/${query}`).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString((await response.text()) || NOBODY, "text/html");
  takeContent("callers", page);
}

document.addEventListener("submit", (event) => {
  const form = closest(event.target, "[data-not-now]", HTMLFormElement);
  if (!form) return;
  event.preventDefault();
  void fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
  find("callers", HTMLElement).replaceChildren();
  /** @type {HTMLElement | null} */ (document.querySelector(".brand"))?.focus();
});
