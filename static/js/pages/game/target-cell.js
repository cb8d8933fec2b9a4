// Marks the cell that a press would play: where pieces fall, and where a finger needs a second tap because cells are
// small.

import { hoverOver, isSmall } from "../../pointing.js";
import { hideNote, showNote } from "./announcer.js";
import { hintWords, spokenCellName } from "./board.js";
import { board, cells, hover } from "./elements.js";
import { isYourMove, shownHint, targetCell } from "./state.js";
import { gettext, interpolate } from "../../words.js";

/** @import { Store } from "./store.js"; */

export class TargetCell {
  #store;
  /** @type {number | null} the marked cell */
  #target = null;
  #isTouch = false; // whether the last press came from a finger

  /**
   * @param {HTMLFormElement} form
   * @param {Store} store
   */
  constructor(form, store) {
    this.#store = store;
    form.addEventListener("pointerdown", (event) => {
      this.#isTouch = event.pointerType === "touch";
    });
    form.addEventListener("keydown", () => (this.#isTouch = false));
    store.addEventListener("change", () => this.#update());
    if ("drop" in board.dataset) this.#follow(form);
  }

  /**
   * Return whether a press on this cell must not play yet: the first tap on a small cell marks where the second
   * would play.
   *
   * @param {HTMLElement} cell
   */
  needsSecondTap(cell) {
    const target = this.#targetOf(cell);
    if (!this.#isTouch || !isSmall(cell) || target === null || target === this.#target)
      return false;
    this.#mark(target);
    const outcome = hintWords(shownHint(this.#store.state), target);
    const words = gettext("Tap again to play %(cell)s");
    showNote(interpolate(words, { cell: spokenCellName(target) + outcome }), Infinity);
    return true;
  }

  /** @param {HTMLFormElement} form whose cells are marked when the pointer or the focus comes to them */
  #follow(form) {
    for (const type of ["pointerover", "focusin"]) {
      form.addEventListener(type, ({ target }) => {
        const cell = target instanceof Element ? target.closest("[data-cell]") : null;
        if (cell instanceof HTMLElement) this.#mark(this.#targetOf(cell));
      });
    }
    for (const type of ["pointerleave", "focusout"]) {
      form.addEventListener(type, () => this.#mark(null));
    }
  }

  /** The mark stays until the position is another, whatever else has changed. */
  #update() {
    const { state } = this.#store;
    const target = this.#target;
    const isStillPlayable =
      target !== null && isYourMove(state) && targetCell(state, target) === target;
    if (!isStillPlayable) this.#mark(null);
  }

  /** @param {HTMLElement} cell */
  #targetOf(cell) {
    const { state } = this.#store;
    return isYourMove(state) ? targetCell(state, Number(cell.dataset.cell)) : null;
  }

  /** @param {number | null} target */
  #mark(target) {
    if (this.#target !== null) cells[this.#target]?.removeAttribute("data-target");
    this.#target = target;
    hideNote();
    if (target !== null) cells[target]?.setAttribute("data-target", "");
    if (hover) hoverOver(hover, target, Number(board.dataset.width));
  }
}
