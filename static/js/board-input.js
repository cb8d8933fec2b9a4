// How a board is played on: arrow keys go from cell to cell, digits play on small boards, and fingers aim on small
// cells.

import { closest } from "./dom.js";

const SMALL_CELL = 36; // pixels of width, below which a finger may miss a cell

/**
 * @typedef {object} Aiming
 * @property {(cell: number) => number | null} targetOf returns the cell that a press on this one plays, null for none
 * @property {(cell: number) => void} askAgain says over the board that another tap plays this cell
 * @property {() => void} hide hides what was said over the board
 */

/**
 * Marks the cell that a press would play: where pieces fall, and on small cells where the first tap of a finger aims and
 * the second plays.
 */
export class Aim {
  #cells;
  #aiming;
  #isTouch = false; // whether the last press came from a finger
  /** @type {number | null} the cell that is marked */
  #target = null;

  /**
   * @param {HTMLElement} board
   * @param {HTMLElement[]} cells in the order of their numbers
   * @param {Aiming} aiming
   */
  constructor(board, cells, aiming) {
    this.#cells = cells;
    this.#aiming = aiming;
    board.addEventListener("pointerdown", (event) => {
      this.#isTouch = event.pointerType === "touch";
    });
    board.addEventListener("keydown", () => (this.#isTouch = false));
    if ("drop" in board.dataset) this.#follow(board);
  }

  /**
   * Return whether a press must not play yet: the first tap on a small cell marks where the second would play.
   *
   * @param {number} cell
   */
  needsSecondTap(cell) {
    const target = this.#aiming.targetOf(cell);
    const isSmall = (this.#cells[cell]?.getBoundingClientRect().width ?? 0) < SMALL_CELL;
    if (!this.#isTouch || !isSmall || target === null || target === this.#target) return false;
    this.#mark(target);
    this.#aiming.askAgain(target);
    return true;
  }

  /** Mark no cell any more, unless a press would still play the one that is marked. */
  update() {
    const target = this.#target;
    if (target === null || this.#aiming.targetOf(target) !== target) this.#mark(null);
  }

  clear() {
    this.#mark(null);
  }

  /** @param {number | null} cell */
  #mark(cell) {
    if (this.#target !== null) this.#cells[this.#target]?.removeAttribute("data-target");
    this.#target = cell;
    if (cell !== null) this.#cells[cell]?.setAttribute("data-target", "");
    this.#aiming.hide();
  }

  /** @param {HTMLElement} board whose columns are marked as the pointer or the focus comes to them */
  #follow(board) {
    for (const type of ["pointerover", "focusin"]) {
      board.addEventListener(type, ({ target }) => {
        const cell = closest(target, "[data-cell]", HTMLElement);
        if (cell) this.#mark(this.#aiming.targetOf(Number(cell.dataset.cell)));
      });
    }
    for (const type of ["pointerleave", "focusout"]) {
      board.addEventListener(type, () => this.#mark(null));
    }
  }
}

/**
 * Make the board one stop for the Tab key, and let the arrow keys go from cell to cell.
 *
 * @param {HTMLElement[]} cells
 * @param {number} width
 */
export function bindArrows(cells, width) {
  const rowCount = cells.length / width;
  let stop = cells[Math.floor(rowCount / 2) * width + Math.floor(width / 2)];
  for (const [number, cell] of cells.entries()) {
    cell.tabIndex = cell === stop ? 0 : -1;
    cell.addEventListener("focus", () => {
      if (stop) stop.tabIndex = -1;
      stop = cell;
      cell.tabIndex = 0;
    });
    cell.addEventListener("keydown", (event) => {
      const neighbour = cells[neighbourOf(number, event.key, width) ?? -1];
      if (!neighbour) return;
      event.preventDefault();
      neighbour.focus();
    });
  }
}

/**
 * Return the number of the cell to which a key leads; it may be outside the board, or undefined for other keys.
 *
 * @param {number} number
 * @param {string} key
 * @param {number} width of the board
 */
function neighbourOf(number, key, width) {
  const column = number % width;
  if (key === "ArrowLeft") return column > 0 ? number - 1 : undefined;
  if (key === "ArrowRight") return column < width - 1 ? number + 1 : undefined;
  if (key === "ArrowUp") return number - width;
  if (key === "ArrowDown") return number + width;
  if (key === "Home") return number - column;
  if (key === "End") return number - column + width - 1;
  return undefined;
}

/**
 * Return whether a key is meant for a field or a sheet, or belongs to the browser.
 *
 * @param {KeyboardEvent} event
 */
export function isTyping({ target, ctrlKey, metaKey, altKey }) {
  const isField = target instanceof Element && target.matches("input, select, [popover] *");
  return isField || ctrlKey || metaKey || altKey;
}
