// Draws one position after another on a board. The server draws the lines of the board, and all of a page as it is loaded.

import { find, setAttribute } from "./dom.js";
import { gettext } from "./words.js";

const BEND = 0.6; // how far the middle of a stroke is off, in reaches

/** @typedef {"X" | "O" | ""} Marked */

/**
 * @typedef {object} Position
 * @property {Marked[]} marks by cell
 * @property {number | null} last the cell of the last move
 * @property {number[]} line the cells of the line that ended the game
 * @property {number} [pending] the cell of a move that is not confirmed yet
 * @property {string[]} [threats] the marks that would complete a line, by cell
 * @property {number[]} [best] the cells that are recommended
 * @property {(number | null)[]} [targets] the cell that a press on each cell plays, null for none
 * @property {string[]} [notes] what else is said of a cell
 * @property {string} [empty] what is said of a cell without a mark
 */

/**
 * Return the name of a cell as it is read aloud, such as "b 2": "b2" may sound like a word.
 *
 * @param {HTMLElement | undefined} cell
 */
export const spoken = (cell) => (cell?.dataset.name ?? "").replace(/^./, "$& ");

/**
 * Return what a side is called on a board: by its mark, or by the colour of its pieces; empty for no mark.
 *
 * @param {HTMLElement} board
 * @param {Marked} mark
 */
export const sideName = ({ dataset: { x = "X", o = "O" } }, mark) => mark && (mark === "X" ? x : o);

/**
 * Return the marks that moves have made, by cell.
 *
 * @param {number[]} moves
 * @param {number} cellCount
 */
export function marksAfter(moves, cellCount) {
  /** @type {Marked[]} */
  const marks = Array.from({ length: cellCount }, () => "");
  for (const [ply, cell] of moves.entries()) marks[cell] = ply % 2 ? "O" : "X";
  return marks;
}

/**
 * @param {HTMLElement} board
 * @param {HTMLElement[]} cells of the board
 * @param {Position} position
 * @param {boolean} isForward whether the last mark, and the stroke through a line, are written as one looks
 */
export function drawPosition(board, cells, position, isForward) {
  for (const [number, cell] of cells.entries()) {
    drawCell(board, cell, number, position, isForward);
  }
  const { line, marks } = position;
  const strike = find("strike", SVGPathElement, board);
  const isNew = line.length > 0 && !("won" in board.dataset);
  if (isNew) strike.toggleAttribute("data-fresh", isForward);
  board.toggleAttribute("data-won", line.length > 0);
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
  const { marks, last, pending, line, threats, best, targets, notes } = position;
  const mark = marks[number] ?? "";
  const isLast = number === last && number !== pending;
  const isMade = mark !== "" && (isLast || number === pending);
  if (cell.dataset.mark !== mark) cell.toggleAttribute("data-fresh", isForward && isMade);
  setAttribute(cell, "data-mark", mark);
  setAttribute(cell, "data-line", line.indexOf(number) + 1 || null);
  setAttribute(cell, "data-threat", threats?.[number] || null);
  cell.toggleAttribute("data-last", isLast);
  cell.toggleAttribute("data-pending", number === pending);
  cell.toggleAttribute("data-best", best?.includes(number) ?? false);
  const name = sideName(board, mark) || (position.empty ?? gettext("empty"));
  setAttribute(cell, "aria-label", `${spoken(cell)}, ${name}${notes?.[number] ?? ""}`);
  if (!targets || !(cell instanceof HTMLButtonElement)) return;
  const target = targets[number] ?? null;
  setAttribute(cell, "value", target ?? "");
  // "false" would say that the cell can be pressed, whatever the board around it says.
  setAttribute(cell, "aria-disabled", target === null || null);
}

/**
 * Lay a stroke through a line of cells, a little longer than from centre to centre; without cells, hide it. The
 * element says in `data-reach` how far the stroke goes beyond the centres, in cells.
 *
 * @param {SVGPathElement} strike
 * @param {number[]} line the numbers of the cells, in order
 * @param {number} width of the board, in cells
 * @param {ArrayLike<string>} marks by cell
 */
export function strikeThrough(strike, line, width, marks) {
  const [first, last] = [line[0], line.at(-1)];
  const isShown = first !== undefined && last !== undefined;
  const path = isShown ? stroke(first, last, width, Number(strike.dataset.reach)) : null;
  setAttribute(strike, "data-mark", isShown ? (marks[first] ?? null) : null);
  setAttribute(strike, "d", path);
}

/**
 * @param {number} first cell
 * @param {number} last cell
 * @param {number} width of the board, in cells
 * @param {number} reach
 */
function stroke(first, last, width, reach) {
  const [x1, y1] = [first % width, Math.floor(first / width)];
  const [x2, y2] = [last % width, Math.floor(last / width)];
  const [right, down] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  const start = [x1 + 0.5 - right * reach, y1 + 0.5 - down * reach];
  const end = [x2 + 0.5 + right * reach, y2 + 0.5 + down * reach];
  const bend = BEND * reach;
  const middle = [(x1 + x2 + 1) / 2 + down * bend, (y1 + y2 + 1) / 2 - right * bend];
  const [x, y, ...rest] = [...start, ...middle, ...end].map((value) => value.toFixed(2));
  return `M${x} ${y}Q${rest.join(" ")}`;
}
