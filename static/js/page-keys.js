// The keys that every page has: one lists all of them, another shows the page to a room, whose script few need.

import { closest, findAll, findOptional, isTyping } from "./dom.js";
import { keyOf } from "./keys.js";

const list = document.getElementById("keys");
const togglePresenting = () => import("./present.js").then(({ toggle }) => toggle());

document.addEventListener("keydown", (event) => {
  if (isTyping(event) || event.repeat) return;
  const key = keyOf(event);
  if (key === "?") list?.showPopover();
  else if (key === "f" && findOptional("present", HTMLElement)) void togglePresenting();
});
document.addEventListener("click", ({ target }) => {
  if (closest(target, "[data-present]", HTMLElement)) void togglePresenting();
});
list?.addEventListener("beforetoggle", () => {
  for (const row of findAll("key-of", HTMLElement, list))
    row.hidden = !document.querySelector(row.dataset.keyOf ?? "");
});
