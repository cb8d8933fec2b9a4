// Boards with a line of play: steps through it without loading the page anew.

import { find, findAll } from "./dom.js";
import { cellsOf, drawPosition } from "./cells.js";
import { bindSteps, drawSteps } from "./steps.js";

/** @typedef {Position & { words: string, play: string }} Step `play` is the address to play on from there, if one can */

export function bindSteppers() {
  for (const root of findAll("stepper", HTMLElement)) bindStepper(root);
}

/** @param {HTMLElement} root */
function bindStepper(root) {
  const board = find("board", HTMLElement, root);
  const cells = cellsOf(board, HTMLElement);
  /** @type {Step[]} */
  const steps = JSON.parse(root.querySelector("script")?.textContent ?? "[]");
  const last = steps.length - 1;
  const addressOf = (/** @type {number} */ number) => `${root.dataset.address}${number}#${root.id}`;
  let shown = Number(root.dataset.shown);

  const go = (/** @type {number} */ number) => {
    const step = steps[number];
    if (!step || number === shown) return;
    drawPosition(board, cells, step, number > shown);
    find("words", HTMLElement, root).textContent = step.words;
    const play = find("play", HTMLAnchorElement, root);
    play.hidden = !step.play;
    play.href = step.play;
    shown = number;
    drawSteps(root, shown, last, addressOf);
    history.replaceState(null, "", addressOf(shown));
  };
  bindSteps(root, () => [shown, last], go);
  // From the end to the beginning: a press on the board never does nothing.
  board.addEventListener("click", () => go(shown === last ? 0 : shown + 1));
}

bindSteppers();
