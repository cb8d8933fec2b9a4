// A board of the offline page: the cells that the server wrote, how they are pressed, and what they show.

import { Aim } from "../../board-aim.js";
import { bindArrows } from "../../board-keys.js";
import { find, findAll, setAttribute } from "../../dom.js";
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
  /** @type {number[]} */
  #moves = [];
  #aim;

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
    this.#strike = find("strike", SVGPathElement, content);
    this.#note = find("note", HTMLElement, content);
    this.#aim = new Aim(this.#root, this.#cells, {
      targetOf: (cell) => targetOf(this.#variant, this.#moves, cell),
      askAgain: (cell) => this.#say(words.again.replace("%(cell)s", this.nameOf(cell))),
      hide: () => (this.#note.hidden = true),
    });
    for (const [number, cell] of this.#cells.entries()) {
      cell.type = "button";
      cell.disabled = false; // A disabled button would lose the focus.
      cell.addEventListener("click", () => this.#aim.needsSecondTap(number) || press(number));
    }
    bindArrows(this.#cells, variant.width);
    bindZoom(this.#root);
  }

  /** @param {string} words */
  #say(words) {
    this.#note.textContent = words;
    this.#note.hidden = false;
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
    this.#aim.clear();
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
