// Draws one position after another on a board. The server draws the lines of the board, and all of a page as it is loaded.

import { setAttribute } from "./dom.js";
import { gettext } from "./words.js";

/** @typedef {"X" | "O" | ""} Marked */

/**
 * @typedef {object} Position
 * @property {Marked[]} marks by cell
 * @property {number | null} last the cell of the last move
 * @property {number[]} line the cells of the line that ended the game
 * @property {boolean} [isDrawn] whether the game has ended in a draw, after which two marks shake hands
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
  const { line, marks, last, isDrawn } = position;
  const width = Number(board.dataset.width);
  const pair = isDrawn && last !== null ? shaking(last, marks, width) : [];
  const lit = line.length > 0 ? line : pair;
  for (const [number, cell] of cells.entries()) {
    drawCell(board, cell, number, { ...position, line: lit }, isForward);
  }
  const isEnd = lit.length > 0 && !("won" in board.dataset || "drawn" in board.dataset);
  for (const drawn of board.querySelectorAll(":is([data-capsule], [data-strike], [data-hands])")) {
    if (isEnd) drawn.toggleAttribute("data-fresh", isForward);
    if (drawn instanceof SVGPathElement) strikeThrough(drawn, line, width, marks);
    else shakeHands(drawn, pair, width, marks);
  }
  board.toggleAttribute("data-won", line.length > 0);
  board.toggleAttribute("data-drawn", pair.length > 0);
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
 * @param {number} reach beyond the centres, and to one side and then to the other
 */
function stroke(first, last, width, reach) {
  const [[x1, y1], [x2, y2]] = [placeOf(first, width), placeOf(last, width)];
  const [right, down] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  const along = (/** @type {number} */ part, /** @type {number} */ side) => {
    const x = x1 + 0.5 - right * reach + part * (x2 - x1 + 2 * right * reach);
    const y = y1 + 0.5 - down * reach + part * (y2 - y1 + 2 * down * reach);
    return `${(x + side * down * reach).toFixed(2)} ${(y - side * right * reach).toFixed(2)}`;
  };
  return `M${along(0, 0)}C${along(1 / 3, 1)} ${along(2 / 3, -1)} ${along(1, 0)}`;
}

/**
 * Return the column and the row of a cell.
 *
 * @param {number} cell
 * @param {number} width of the board, in cells
 * @returns {[number, number]}
 */
const placeOf = (cell, width) => [cell % width, Math.floor(cell / width)];

/**
 * Return the two cells that shake hands after a draw, from left to right: the last that was marked and the nearest one
 * of the other side, if there are two.
 *
 * @param {number} last
 * @param {ArrayLike<string>} marks by cell
 * @param {number} width of the board, in cells
 */
export function shaking(last, marks, width) {
  const [x, y] = placeOf(last, width);
  let [least, nearest] = [Infinity, last];
  for (const [cell, mark] of Array.from(marks).entries()) {
    const [column, row] = placeOf(cell, width);
    // Of two that are as near, the one in the same row.
    const distance = (column - x) ** 2 + (row - y) ** 2 + Math.abs(row - y) / marks.length;
    if (mark && mark !== marks[last] && distance < least) [least, nearest] = [distance, cell];
  }
  if (nearest === last) return [];
  const isLeft = nearest % width < x || (nearest % width === x && nearest < last);
  return isLeft ? [nearest, last] : [last, nearest];
}

/**
 * Lay the drawn hands between two cells; without cells, hide them.
 *
 * @param {Element} hands
 * @param {number[]} pair from left to right
 * @param {number} width of the board, in cells
 * @param {ArrayLike<string>} marks by cell
 */
export function shakeHands(hands, [left, right], width, marks) {
  const isShown = left !== undefined && right !== undefined;
  setAttribute(hands, "data-mark", isShown ? (marks[left] ?? null) : null);
  setAttribute(hands, "transform", isShown ? between(left, right, width) : null);
}

/**
 * @param {number} left cell
 * @param {number} right cell
 * @param {number} width of the board, in cells
 */
function between(left, right, width) {
  const [[x1, y1], [x2, y2]] = [placeOf(left, width), placeOf(right, width)];
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const length = Math.hypot(x2 - x1, y2 - y1);
  const middle = `${(x1 + x2 + 1) / 2} ${(y1 + y2 + 1) / 2}`;
  return `translate(${middle}) rotate(${angle.toFixed(1)}) scale(${length.toFixed(2)})`;
}
