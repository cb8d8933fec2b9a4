// A board of the offline page: what its cells show and play, by the rules of this page.

import { setAttribute } from "../../dom.js";
import { bindFormBoard } from "../../form-board.js";
import { drawPosition, spoken } from "../../position.js";
import { sideName } from "../../sides.js";
import { bindZoom } from "../../zoom.js";
import { markOf, outcomeOf, targetOf } from "./rules.js";

/** @import { Variant } from "./rules.js"; */

export class Board {
  #variant;
  #empty;
  #root;
  #cells;

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
    bindZoom(board);
  }

  /**
   * Return who has played which cell, such as "Yellow: d 1".
   *
   * @param {number} number
   * @param {"X" | "O"} mark
   */
  describe(number, mark) {
    return `${sideName(this.#root, mark)}: ${spoken(this.#cells[number])}`;
  }

  /**
   * @param {number[]} moves
   * @param {{ isOpen: boolean, isShared: boolean }} state whether one may play now, and whether two share the screen
   */
  draw(moves, { isOpen, isShared }) {
    const outcome = outcomeOf(this.#variant, moves);
    const turn = outcome ? null : markOf(moves.length);
    const last = moves.at(-1) ?? null;
    const isForward = last !== null && this.#cells[last]?.dataset.mark === "";
    const position = { marks: this.#marksAfter(moves), last, line: outcome?.line ?? [] };
    drawPosition(this.#root, this.#cells, { ...position, empty: this.#empty }, isForward);
    setAttribute(this.#root, "data-turn", isShared ? turn : null);
    setAttribute(this.#root, "data-ghost", isOpen ? turn : null);
    for (const [number, cell] of this.#cells.entries()) {
      const target = targetOf(this.#variant, moves, number);
      cell.value = String(target ?? "");
      setAttribute(cell, "aria-disabled", target === null || null);
    }
  }

  /** @param {number[]} moves */
  #marksAfter(moves) {
    return this.#cells.map((_, cell) => (moves.includes(cell) ? markOf(moves.indexOf(cell)) : ""));
  }
}
