// Shows which cell a press would play: where a piece would fall, and on small cells where the first tap of a finger
// aims and the second plays.

import { find, findOptional } from "./dom.js";
import { hoverOver, isSmall } from "./pointing.js";
import { gettext, interpolate } from "./words.js";

export class Aim {
  #cells;
  #note;
  #piece;
  #width;
  #isTouch = false; // whether the last press came from a finger
  /** @type {HTMLButtonElement | undefined} the cell that is marked as the one that would be played */
  #target;

  /**
   * @param {HTMLElement} board
   * @param {HTMLButtonElement[]} cells each with the number of the cell that it plays as its value, "" if none
   */
  constructor(board, cells) {
    this.#cells = cells;
    this.#note = find("note", HTMLElement, board);
    this.#piece = findOptional("hover", SVGElement, board);
    this.#width = Number(board.dataset.width);
    board.addEventListener("pointerdown", (event) => {
      this.#isTouch = event.pointerType === "touch";
    });
    board.addEventListener("keydown", () => (this.#isTouch = false));
    if (this.#piece) this.#follow(board);
  }

  /**
   * Return the cell that a press on this one plays.
   *
   * @param {HTMLButtonElement} cell
   */
  targetOf({ value }) {
    return value === "" ? undefined : this.#cells[Number(value)];
  }

  /**
   * Return whether a press on this cell must not play yet, and mark where the next one would.
   *
   * @param {HTMLButtonElement} cell
   */
  needsSecondTap(cell) {
    const target = this.targetOf(cell);
    if (!this.#isTouch || !isSmall(cell) || target === this.#target) return false;
    this.mark(target);
    const words = gettext("Tap again to play %(cell)s");
    this.say(interpolate(words, { cell: target?.dataset.name ?? "" }));
    return true;
  }

  /** @param {string} words shown over the board until another cell is marked */
  say(words) {
    this.#note.textContent = words;
    this.#note.hidden = false;
  }

  /** @param {HTMLButtonElement | undefined} cell none to mark none */
  mark(cell) {
    this.#target?.removeAttribute("data-target");
    this.#target = cell;
    cell?.setAttribute("data-target", "");
    this.#note.hidden = true;
    if (this.#piece) hoverOver(this.#piece, cell ? Number(cell.dataset.cell) : null, this.#width);
  }

  /** @param {HTMLElement} board whose columns are marked as the pointer or the focus comes to them */
  #follow(board) {
    for (const type of ["pointerover", "focusin"]) {
      board.addEventListener(type, ({ target }) => {
        const cell = target instanceof Element ? target.closest("[data-cell]") : null;
        if (cell instanceof HTMLButtonElement) this.mark(this.targetOf(cell));
      });
    }
    for (const type of ["pointerleave", "focusout"]) {
      board.addEventListener(type, () => this.mark(undefined));
    }
  }
}
