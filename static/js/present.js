// Shows a page to a room: the board, the sentence and the steps alone, on the whole screen where the browser allows it.

import { find, isTyping } from "./dom.js";

const root = document.documentElement;
const button = find("present", HTMLButtonElement);
const isPresenting = () => "presenting" in root.dataset;

/** @param {boolean} on */
function present(on) {
  root.toggleAttribute("data-presenting", on);
  button.setAttribute("aria-pressed", String(on));
  if (on) root.requestFullscreen?.().catch(() => {}); // It goes on within the window.
  else if (document.fullscreenElement) void document.exitFullscreen();
}

button.addEventListener("click", () => present(!isPresenting()));
document.addEventListener("keydown", (event) => {
  if (isTyping(event) || event.repeat) return;
  if (event.key === "f") present(!isPresenting());
  else if (event.key === "Escape" && isPresenting()) present(false);
});
// Browsers leave the whole screen by keys and gestures of their own.
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement) present(false);
});
