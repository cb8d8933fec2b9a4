// A board of the offline page: what its cells show and play, by the rules of this page.

import { setAttribute } from "../../dom.js";
import { bindFormBoard } from "../../form-board.js";
import { drawPosition, marksAfter, spoken } from "../../position.js";
import { bindZoom } from "../../zoom.js";
import { markOf, outcomeOf, targetOf } from "./rules.js";

/** @import { Variant } from "./rules.js"; */

/**
 * @param {HTMLFormElement} form with the board
 * @param {Variant} variant
 * @param {(cell: number) => void} play called with the cell that is played
 * @param {string} empty what is said of a cell without a piece
 */
export function createBoard(form, variant, play, empty) {
  const { board, cells } = bindFormBoard(form, {
    play: (_, { dataset }) => play(Number(dataset.cell)),
  });
  bindZoom(board);

  /**
   * @param {number[]} moves
   * @param {{ isOpen: boolean, isShared: boolean }} state whether one may play now, and whether two share the screen
   */
  const draw = (moves, { isOpen, isShared }) => {
    const outcome = outcomeOf(variant, moves);
    const turn = outcome ? null : markOf(moves.length);
    const position = {
      marks: marksAfter(moves, cells.length),
      last: moves.at(-1) ?? null,
      line: outcome?.line ?? [],
      targets: cells.map((_, cell) => targetOf(variant, moves, cell)),
      empty,
    };
    drawPosition(board, cells, position, true);
    setAttribute(board, "data-turn", isShared ? turn : null);
    setAttribute(board, "data-ghost", isOpen ? turn : null);
  };
  return { draw, nameOf: (/** @type {number} */ cell) => spoken(cells[cell]) };
}
