// The part of Menace on the page of a game: the box from which it drew last, as the game goes on.

import { find } from "../dom.js";
import { bindings } from "../pages/game/render.js";
import { takeContent } from "../swap-page.js";

bindings.push(() => {
  const step = find("shown-step", HTMLElement);
  new MutationObserver(() => void show(step.textContent ?? "")).observe(step, { childList: true });
});

/** @param {string} ply */
async function show(ply) {
  const address = find("box", HTMLElement).dataset.box;
  const response = await fetch(`${address}?ply=${ply}`).catch(() => null);
  if (!response?.ok || find("shown-step", HTMLElement).textContent !== ply) return;
  takeContent("box", new DOMParser().parseFromString(await response.text(), "text/html"));
}
