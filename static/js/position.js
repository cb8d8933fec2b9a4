// Draws one position after another on a board. The server draws the lines of the board, and all of a page as it is loaded.

import { findAll, setAttribute } from "./dom.js";
import { middleOf, placeOf, shapeOf, spotOf } from "./grid.js";
import { gettext, interpolate } from "./words.js";

/** @import { Shape } from "./grid.js"; */
/** @import { ClosedBoard } from "./pages/game/types.js"; */

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
 * @property {ClosedBoard[]} [closed] the small boards that take no more moves, as they were closed
 * @property {number | null} [target] the small board on which the next move must be made
 */

/**
 * Return the cells of a board in the order of their numbers; in the page those of a small board stand together.
 *
 * @template {HTMLElement} T
 * @param {HTMLElement} board
 * @param {{ new (): T, prototype: T }} type
 */
export function cellsOf(board, type) {
  /** @type {T[]} */
  const cells = [];
  for (const cell of findAll("cell", type, board)) cells[Number(cell.dataset.cell)] = cell;
  return cells;
}

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
 * @param {string} [shared] the mark that both sides make, if they make the same
 */
export function marksAfter(moves, cellCount, shared) {
  /** @type {Marked[]} */
  const marks = Array.from({ length: cellCount }, () => "");
  for (const [ply, cell] of moves.entries()) marks[cell] = ply % 2 && !shared ? "O" : "X";
  return marks;
}

/**
 * @param {HTMLElement} board
 * @param {HTMLElement[]} cells of the board
 * @param {Position} position
 * @param {boolean} isForward whether the last mark, and the stroke through a line, are written as one looks
 */
export function drawPosition(board, cells, position, isForward) {
  const { line, last, isDrawn, closed = [] } = position;
  const shape = shapeOf(board);
  const won = closed.filter(({ mark }) => mark);
  const large = largeMarks(won, shape);
  const marks = position.marks.map((mark, cell) => large[cell] || mark);
  const latest = won.at(-1);
  const lastWon = latest ? middleOf(latest.board, shape) : null;
  const [made, of] = shape.margin ? [lastWon, large] : [last, marks];
  const pair = isDrawn ? shaking(made, of, shape.width) : [];
  const lit = line.length > 0 ? line : pair;
  drawSmallBoards(board, position, isForward);
  for (const [number, cell] of cells.entries()) {
    drawCell(board, cell, number, { ...position, line: lit }, isForward);
  }
  const isEnd = lit.length > 0 && !("won" in board.dataset || "drawn" in board.dataset);
  for (const drawn of board.querySelectorAll(":is([data-capsule], [data-strike], [data-hands])")) {
    if (isEnd) drawn.toggleAttribute("data-fresh", isForward);
    if (drawn instanceof SVGPathElement) strikeThrough(drawn, line, shape, marks);
    else shakeHands(drawn, pair, shape, marks);
  }
  board.toggleAttribute("data-won", line.length > 0);
  board.toggleAttribute("data-drawn", pair.length > 0);
}

/**
 * Return the marks of whoever has won small boards, by the cell in the middle of each.
 *
 * @param {ClosedBoard[]} won
 * @param {Shape} shape
 */
function largeMarks(won, shape) {
  /** @type {Marked[]} */
  const marks = [];
  for (const { board, mark } of won) marks[middleOf(board, shape)] = mark;
  return marks;
}

/**
 * @param {HTMLElement} board
 * @param {Position} position
 * @param {boolean} isForward
 */
function drawSmallBoards(board, { closed = [], target = null, marks, pending }, isForward) {
  const ply = marks.filter(Boolean).length - (pending === undefined ? 0 : 1);
  const isOpen = "ghost" in board.dataset && target === null;
  const isFree = isOpen && board.querySelector("[data-leads-to]") !== null;
  for (const small of findAll("small", HTMLElement, board)) {
    const number = Number(small.dataset.small);
    const shut = closed.find((each) => each.board === number);
    const mark = shut?.mark ?? "";
    if (small.dataset.mark !== mark) small.toggleAttribute("data-fresh", isForward && mark !== "");
    setAttribute(small, "data-mark", mark);
    small.toggleAttribute("data-closed", Boolean(shut));
    small.toggleAttribute("data-open", !shut && (target === null || target === number));
    setAttribute(small, "data-here", number === target ? (ply % 2 ? "O" : "X") : null);
    setAttribute(small, "aria-label", smallBoardWords(small, shut, isFree));
    const strike = board.querySelector(`[data-struck="${number}"]`);
    if (!(strike instanceof SVGPathElement)) continue;
    strike.toggleAttribute("data-fresh", isForward && Boolean(shut) && !strike.hasAttribute("d"));
    strikeThrough(strike, shut?.line ?? [], shapeOf(board), []);
  }
}

/**
 * @param {HTMLElement} small
 * @param {ClosedBoard | undefined} shut what has closed it
 * @param {boolean} isFree whether one may play on any that is open
 */
function smallBoardWords({ dataset: { name = "", here } }, shut, isFree) {
  const named = name.charAt(0).toUpperCase() + name.slice(1);
  if (shut?.mark)
    return `${named}, ${interpolate(gettext("won by %(mark)s"), { mark: shut.mark })}`;
  if (shut) return `${named}, ${shut.line.length > 0 ? gettext("closed") : gettext("full")}`;
  return here || isFree ? `${named}, ${gettext("play here")}` : named;
}

/**
 * Return where a move sends the other side, to be put after what is said of its cell. Empty if it leads nowhere,
 * or to its own small board, which it may close.
 *
 * @param {HTMLElement} board
 * @param {HTMLElement} cell that may be played
 */
export function sendingWords(board, cell) {
  const { leadsTo } = cell.dataset;
  const small = leadsTo ? board.querySelector(`[data-small="${leadsTo}"]`) : null;
  if (!(small instanceof HTMLElement) || small.contains(cell)) return "";
  const side = board.dataset.ghost === "O" ? "X" : "O";
  const words =
    "closed" in small.dataset
      ? gettext("%(side)s may then play anywhere")
      : gettext("It sends %(side)s to the %(board)s");
  return `. ${interpolate(words, { side, board: small.dataset.name ?? "" })}`;
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
  const side = board.dataset.shared ? mark : sideName(board, mark);
  const name = side || (position.empty ?? gettext("empty"));
  const target = targets?.[number] ?? null;
  const sends = "ghost" in board.dataset && target !== null ? sendingWords(board, cell) : "";
  setAttribute(cell, "aria-label", `${spoken(cell)}, ${name}${notes?.[number] ?? ""}${sends}`);
  if (!targets || !(cell instanceof HTMLButtonElement)) return;
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
 * @param {Shape} shape
 * @param {ArrayLike<string>} marks by cell
 */
export function strikeThrough(strike, line, shape, marks) {
  const [first, last] = [line[0], line.at(-1)];
  const isShown = first !== undefined && last !== undefined;
  const [from, to] = [spotOf(first ?? 0, shape), spotOf(last ?? 0, shape)];
  const step = longerSide(from, to) / Math.max(1, line.length - 1);
  const path = isShown ? stroke(from, to, Number(strike.dataset.reach) * step) : null;
  strike.toggleAttribute("data-broad", step > 2);
  setAttribute(strike, "data-mark", isShown ? (marks[first] ?? null) : null);
  setAttribute(strike, "d", path);
}

/**
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
const longerSide = ([x1, y1], [x2, y2]) => Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1));

/**
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {number} reach beyond the centres, and to one side and then to the other
 */
function stroke([x1, y1], [x2, y2], reach) {
  const [right, down] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  const along = (/** @type {number} */ part, /** @type {number} */ side) => {
    const x = x1 + 0.5 - right * reach + part * (x2 - x1 + 2 * right * reach);
    const y = y1 + 0.5 - down * reach + part * (y2 - y1 + 2 * down * reach);
    return `${(x + side * down * reach).toFixed(2)} ${(y - side * right * reach).toFixed(2)}`;
  };
  return `M${along(0, 0)}C${along(1 / 3, 1)} ${along(2 / 3, -1)} ${along(1, 0)}`;
}

/**
 * Return the two cells that shake hands after a draw, from left to right: the last that was marked and the nearest one
 * of the other side, if there are two.
 *
 * @param {number | null} last
 * @param {ArrayLike<string>} marks by cell
 * @param {number} width of the board, in cells
 */
export function shaking(last, marks, width) {
  if (last === null) return [];
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
 * @param {Shape} shape
 * @param {ArrayLike<string>} marks by cell
 */
export function shakeHands(hands, [left, right], shape, marks) {
  const isShown = left !== undefined && right !== undefined;
  setAttribute(hands, "data-mark", isShown ? (marks[left] ?? null) : null);
  setAttribute(hands, "transform", isShown ? between(left, right, shape) : null);
}

/**
 * @param {number} left cell
 * @param {number} right cell
 * @param {Shape} shape
 */
function between(left, right, shape) {
  const [[x1, y1], [x2, y2]] = [spotOf(left, shape), spotOf(right, shape)];
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const length = Math.hypot(x2 - x1, y2 - y1);
  const middle = [x1 + x2, y1 + y2].map((sum) => Math.round(50 * (sum + 1)) / 100).join(" ");
  return `translate(${middle}) rotate(${angle.toFixed(1)}) scale(${length.toFixed(2)})`;
}
