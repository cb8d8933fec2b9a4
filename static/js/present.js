// Shows a page to a room: the board, the sentence and the steps alone, on the whole screen where the browser allows it.

import { find, isTyping } from "./dom.js";
import { keyOf } from "./keys.js";

const root = document.documentElement;
const button = find("present", HTMLButtonElement);
let isFull = false; // whether this has taken the whole screen, and not given it back
/** @type {Promise<void>} which ends when the whole screen has been given back */
let givenBack = Promise.resolve();
const isPresenting = () => "presenting" in root.dataset;

/** @param {boolean} on */
async function present(on) {
  root.toggleAttribute("data-presenting", on);
  button.setAttribute("aria-pressed", String(on));
  isFull = false;
  if (!on) {
    if (document.fullscreenElement) givenBack = document.exitFullscreen().catch(() => {});
    return;
  }
  await givenBack;
  // Where it is not allowed, the window does.
  if (isPresenting()) await root.requestFullscreen?.().catch(() => {});
  isFull = Boolean(document.fullscreenElement) && isPresenting();
}

button.addEventListener("click", () => void present(!isPresenting()));
document.addEventListener("keydown", (event) => {
  if (isTyping(event) || event.repeat) return;
  const key = keyOf(event);
  if (key === "f") void present(!isPresenting());
  else if (key === "Escape" && isPresenting()) void present(false);
});
// Browsers leave the whole screen by keys and gestures of their own.
document.addEventListener("fullscreenchange", () => {
  if (isFull && !document.fullscreenElement) void present(false);
});
