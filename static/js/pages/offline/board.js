// A board of the offline page: the cells that the server wrote, how they are pressed, and what they show.

import { bindArrows } from "../../board-keys.js";
import { find, findAll, findOptional, setAttribute } from "../../dom.js";
import { hoverOver, isSmall } from "../../pointing.js";
import { strikeThrough } from "../../strike.js";
import { bindZoom } from "../../zoom.js";
import { markOf, outcomeOf, targetOf } from "./rules.js";

/** @import { Variant } from "./rules.js"; */

/**
 * What is said about cells.
 *
 * @typedef {object} CellWords
 * @property {string} empty of one without a mark
 * @property {string} again when a second tap would play, with `%(cell)s` in the place of its name
 */

export class Board {
  #words;
  #variant;
  #root;
  #cells;
  #strike;
  #note;
  #piece;
  /** @type {number[]} */
  #moves = [];
  /** @type {number | null} the cell that is marked as the one that would be played */
  #target = null;
  #isTouch = false; // whether the last press came from a finger

  /**
   * @param {DocumentFragment} content of the board's template
   * @param {Variant} variant
   * @param {(cell: number) => void} press called with the cell that is pressed
   * @param {CellWords} words
   */
  constructor(content, variant, press, words) {
    this.#variant = variant;
    this.#words = words;
    this.#root = find("board", HTMLElement, content);
    this.#cells = findAll("cell", HTMLButtonElement, content);
    this.#strike = find("strike", SVGLineElement, content);
    this.#note = find("note", HTMLElement, content);
    this.#piece = findOptional("hover", SVGElement, content);
    for (const [number, cell] of this.#cells.entries()) {
      cell.type = "button";
      cell.disabled = false; // A disabled button would lose the focus.
      cell.addEventListener("click", () => this.#needsSecondTap(number) || press(number));
    }
    bindArrows(this.#cells, variant.width);
    bindZoom(this.#root);
    this.#bindPointing();
  }

  #bindPointing() {
    const root = this.#root;
    root.addEventListener("pointerdown", (event) => {
      this.#isTouch = event.pointerType === "touch";
    });
    root.addEventListener("keydown", () => (this.#isTouch = false));
    if (!this.#piece) return;
    for (const type of ["pointerover", "focusin"]) {
      root.addEventListener(type, ({ target }) => {
        const cell = target instanceof Element ? target.closest("[data-cell]") : null;
        if (cell instanceof HTMLElement) this.#mark(this.#targetOf(Number(cell.dataset.cell)));
      });
    }
    for (const type of ["pointerleave", "focusout"])
      root.addEventListener(type, () => this.#mark(null));
  }

  /** @param {number} cell */
  #targetOf(cell) {
    return targetOf(this.#variant, this.#moves, cell);
  }

  /**
   * Return whether a press must not play yet: the first tap on a small cell marks where the second would play.
   *
   * @param {number} number
   */
  #needsSecondTap(number) {
    const target = this.#targetOf(number);
    const cell = this.#cells[number];
    if (!this.#isTouch || !cell || !isSmall(cell) || target === null || target === this.#target)
      return false;
    this.#mark(target);
    this.#note.textContent = this.#words.again.replace("%(cell)s", this.nameOf(target));
    this.#note.hidden = false;
    return true;
  }

  /** @param {number | null} target */
  #mark(target) {
    if (this.#target !== null) this.#cells[this.#target]?.removeAttribute("data-target");
    this.#target = target;
    this.#note.hidden = true;
    if (target !== null) this.#cells[target]?.setAttribute("data-target", "");
    if (this.#piece) hoverOver(this.#piece, target, this.#variant.width);
  }

  /**
   * Return the name of a cell as it is read aloud, such as "b 2": "b2" may sound like a word.
   *
   * @param {number} number
   */
  nameOf(number) {
    return (this.#cells[number]?.dataset.name ?? "").replace(/^./, "$& ");
  }

  /** @param {number[]} moves */
  draw(moves) {
    this.#moves = moves;
    this.#mark(null);
    const outcome = outcomeOf(this.#variant, moves);
    const line = outcome?.line ?? [];
    const turn = outcome ? null : markOf(moves.length);
    for (const [number, cell] of this.#cells.entries()) this.#drawCell(cell, number, moves, line);
    setAttribute(this.#root, "data-turn", turn);
    setAttribute(this.#root, "data-ghost", turn);
    this.#root.toggleAttribute("data-won", line.length > 0);
    const winning = line[0] === undefined ? null : markOf(moves.indexOf(line[0]));
    setAttribute(this.#strike, "data-mark", winning);
    strikeThrough(this.#strike, line, this.#variant.width);
  }

  /**
   * @param {HTMLButtonElement} cell
   * @param {number} number
   * @param {number[]} moves
   * @param {number[]} line
   */
  #drawCell(cell, number, moves, line) {
    const ply = moves.indexOf(number);
    const mark = ply < 0 ? "" : markOf(ply);
    const isLast = ply >= 0 && ply === moves.length - 1;
    cell.toggleAttribute("data-fresh", isLast && cell.dataset.mark === "");
    cell.dataset.mark = mark;
    cell.toggleAttribute("data-last", isLast);
    setAttribute(cell, "data-line", line.indexOf(number) + 1 || null);
    cell.setAttribute("aria-label", `${this.nameOf(number)}, ${mark || this.#words.empty}`);
    const isTaken = targetOf(this.#variant, moves, number) === null;
    setAttribute(cell, "aria-disabled", isTaken || null);
  }
}
