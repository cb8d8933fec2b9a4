// Lets a finger slide over a board of small cells: what is under it is aimed at, and lifting plays it.

import { closest } from "./dom.js";

const SLIP = 16; // pixels that a finger may slip while it taps

// A slide begins only where the style sheet leaves the finger to the board, by `touch-action`: elsewhere it scrolls.
/** @param {HTMLElement} board
 * @param {(cell: HTMLElement | null, isLifted: boolean) => void} aim called with the cell under the finger, null for none */
export function bindSlide(board, aim) {
  /** @type {PointerEvent | null} */
  let start = null;
  let isSliding = false;
  const finish = (/** @type {HTMLElement | null} */ cell) => {
    if (isSliding) aim(cell, true);
    start = null;
    isSliding = false;
  };
  board.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary) finish(null); // Two fingers pinch.
    else if (event.pointerType === "touch") {
      const cell = closest(event.target, "[data-cell]", HTMLElement);
      if (cell && getComputedStyle(cell).touchAction === "none") start = event;
    }
  });
  board.addEventListener("pointermove", (event) => {
    if (!start || !event.isPrimary) return;
    isSliding ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLIP;
    if (isSliding) aim(cellAt(event), false);
  });
  board.addEventListener("pointerup", (event) => event.isPrimary && finish(cellAt(event)));
  board.addEventListener("pointercancel", () => finish(null));
}

/** @param {PointerEvent} event */
const cellAt = ({ clientX, clientY }) =>
  closest(document.elementFromPoint(clientX, clientY), "[data-cell]", HTMLElement);
