// Draws on the cells of a board the position that the server describes. The server draws the lines of the board, and all
// of a page as it is loaded.

import { findAll, setAttribute } from "./dom.js";
import { gettext, interpolate } from "./words.js";

// In the order of their numbers; in the page those of a small board stand together.
/** @template {HTMLElement} T @param {HTMLElement} board @param {{ new (): T, prototype: T }} type */
export function cellsOf(board, type) {
  /** @type {T[]} */
  const cells = [];
  for (const cell of findAll("cell", type, board)) cells[Number(cell.dataset.cell)] = cell;
  return cells;
}

// "b2" may sound like a word, so that it is read as "b 2".
/** @param {HTMLElement | undefined} cell */
export const spoken = (cell) => (cell?.dataset.name ?? "").replace(/^./, "$& ");

/** @param {HTMLElement} board @param {Marked} mark */
export const sideName = ({ dataset: { x = "X", o = "O" } }, mark) => mark && (mark === "X" ? x : o);

/** @param {number[]} moves @param {number} cellCount @param {string} [shared] */
export function marksAfter(moves, cellCount, shared) {
  /** @type {Marked[]} */
  const marks = Array.from({ length: cellCount }, () => "");
  for (const [ply, cell] of moves.entries()) marks[cell] = ply % 2 && !shared ? "O" : "X";
  return marks;
}

/** @param {HTMLElement} board @param {HTMLElement[]} cells @param {Position} position @param {boolean} isForward */
export function drawPosition(board, cells, position, isForward) {
  const { end = null } = position;
  drawSmallBoards(board, position, isForward);
  for (const [number, cell] of cells.entries()) drawCell(board, cell, number, position, isForward);
  const isNew = end && !("won" in board.dataset || "drawn" in board.dataset);
  for (const drawn of board.querySelectorAll(":is([data-capsule], [data-strike], [data-hands])")) {
    if (isNew) drawn.toggleAttribute("data-fresh", isForward);
    const [name, value] = drawn.matches("[data-hands]")
      ? ["transform", end?.hands]
      : ["d", end?.strike];
    setAttribute(drawn, "data-mark", value ? (end?.mark ?? null) : null);
    setAttribute(drawn, name ?? "d", value || null);
  }
  board.toggleAttribute("data-won", Boolean(end?.strike));
  board.toggleAttribute("data-drawn", Boolean(end?.hands));
}

/** @param {HTMLElement} board @param {Position} position @param {boolean} isForward */
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
    setAttribute(strike, "d", shut?.strike || null);
  }
}

/** @param {HTMLElement} small @param {ClosedBoard | undefined} shut @param {boolean} isFree */
function smallBoardWords({ dataset: { name = "", here } }, shut, isFree) {
  const named = name.charAt(0).toUpperCase() + name.slice(1);
  if (shut?.mark)
    return `${named}, ${interpolate(gettext("won by %(mark)s"), { mark: shut.mark })}`;
  if (shut) return `${named}, ${shut.line.length > 0 ? gettext("closed") : gettext("full")}`;
  return here || isFree ? `${named}, ${gettext("play here")}` : named;
}

// Where a move sends the other side. Empty if nowhere, or to its own small board, which it may close.
/** @param {HTMLElement} board @param {HTMLElement} cell that may be played */
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

/** @param {HTMLElement} board @param {HTMLElement} cell @param {number} number @param {Position} position
 * @param {boolean} isForward */
function drawCell(board, cell, number, position, isForward) {
  const { marks, last, pending, end, threats, walked, best, targets, notes } = position;
  const mark = marks[number] ?? "";
  const isLast = number === last && number !== pending;
  const isMade = mark !== "" && (isLast || number === pending);
  if (cell.dataset.mark !== mark) cell.toggleAttribute("data-fresh", isForward && isMade);
  setAttribute(cell, "data-mark", mark);
  setAttribute(cell, "data-line", (end?.cells.indexOf(number) ?? -1) + 1 || null);
  setAttribute(cell, "data-threat", threats?.[number] || null);
  setAttribute(cell, "data-walked", walked?.[number] || null);
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

/** @param {Element} root @param {string} pieces */
export function showPieceSet(root, pieces) {
  for (const use of root.querySelectorAll(".mark > use")) {
    const mark = use.classList.contains("x") ? "x" : "o";
    use.setAttribute("href", `#${pieces}-${mark}-0`);
  }
}
