// A board of the offline page: what its cells show and play, by the rules of this page.

import { find, setAttribute } from "../../dom.js";
import { bindFormBoard } from "../../form-board.js";
import { strikeThrough } from "../../strike.js";
import { bindZoom } from "../../zoom.js";
import { markOf, outcomeOf, targetOf } from "./rules.js";

/** @import { Variant } from "./rules.js"; */

export class Board {
  #variant;
  #empty;
  #root;
  #cells;
  #strike;

  /**
   * @param {HTMLFormElement} form with the board
   * @param {Variant} variant
   * @param {(cell: number) => void} play called with the cell that is played
   * @param {string} empty what is said of a cell without a piece
   */
  constructor(form, variant, play, empty) {
    const { board, cells } = bindFormBoard(form, (_, cell) => play(Number(cell.dataset.cell)));
    this.#variant = variant;
    this.#empty = empty;
    this.#root = board;
    this.#cells = cells;
    this.#strike = find("strike", SVGPathElement, board);
    bindZoom(board);
  }

  /**
   * Return the name of a cell as it is read aloud, such as "b 2": "b2" may sound like a word.
   *
   * @param {number} number
   */
  nameOf(number) {
    return (this.#cells[number]?.dataset.name ?? "").replace(/^./, "$& ");
  }

  /**
   * @param {number[]} moves
   * @param {{ isOpen: boolean, isShared: boolean }} state whether one may play now, and whether two share the screen
   */
  draw(moves, { isOpen, isShared }) {
    const outcome = outcomeOf(this.#variant, moves);
    const line = outcome?.line ?? [];
    const turn = outcome ? null : markOf(moves.length);
    for (const [number, cell] of this.#cells.entries()) this.#drawCell(cell, number, moves, line);
    setAttribute(this.#root, "data-turn", isShared ? turn : null);
    setAttribute(this.#root, "data-ghost", isOpen ? turn : null);
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
    cell.setAttribute("aria-label", `${this.nameOf(number)}, ${mark || this.#empty}`);
    const target = targetOf(this.#variant, moves, number);
    cell.value = String(target ?? "");
    setAttribute(cell, "aria-disabled", target === null || null);
  }
}
