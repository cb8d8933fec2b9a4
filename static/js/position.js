// Draws one position after another on a board.

import { find, setAttribute } from "./dom.js";
import { sideName } from "./sides.js";
import { strikeThrough } from "./strike.js";
import { gettext } from "./words.js";

/**
 * @typedef {object} Position
 * @property {("X" | "O" | "")[]} marks by cell
 * @property {number | null} last the cell of the last move
 * @property {number[]} line the cells of the line that ended the game
 * @property {string[]} [threats] the marks that would complete a line, by cell
 * @property {number[]} [best] the cells that are recommended
 * @property {string} [empty] what is said of a cell without a mark
 */

/**
 * Return the name of a cell as it is read aloud, such as "b 2": "b2" may sound like a word.
 *
 * @param {HTMLElement | undefined} cell
 */
export const spoken = (cell) => (cell?.dataset.name ?? "").replace(/^./, "$& ");

/**
 * @param {HTMLElement} board
 * @param {HTMLElement[]} cells of the board
 * @param {Position} position
 * @param {boolean} isForward whether the last mark is written as one looks
 */
export function drawPosition(board, cells, position, isForward) {
  for (const [number, cell] of cells.entries()) {
    drawCell(board, cell, number, position, isForward);
  }
  const { line, marks } = position;
  const strike = find("strike", SVGPathElement, board);
  board.toggleAttribute("data-won", line.length > 0);
  strike.toggleAttribute("data-fresh", isForward);
  strikeThrough(strike, line, Number(board.dataset.width), marks);
}

/**
 * @param {HTMLElement} board
 * @param {HTMLElement} cell
 * @param {number} number
 * @param {Position} position
 * @param {boolean} isForward
 */
function drawCell(board, cell, number, position, isForward) {
  const { marks, last, line, threats = [], best = [], empty = gettext("empty") } = position;
  const mark = marks[number] ?? "";
  cell.toggleAttribute("data-fresh", isForward && number === last);
  cell.dataset.mark = mark;
  cell.toggleAttribute("data-last", number === last);
  cell.toggleAttribute("data-best", best.includes(number));
  setAttribute(cell, "data-line", line.indexOf(number) + 1 || null);
  setAttribute(cell, "data-threat", threats[number] || null);
  cell.setAttribute("aria-label", `${spoken(cell)}, ${sideName(board, mark) || empty}`);
}
