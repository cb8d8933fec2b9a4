// Draws the board: marks, the line that ended the game, and what a hint says of each cell. Only what differs from
// what is shown already is touched, as a board may have 225 cells.
//
// The server draws the lines of the board and everything on a page as it is loaded. Only the stroke through a line is
// worked out on both sides, in static/js/strike.js and in games/presentation/grid.py: without scripts the page must show it, and a
// snapshot brings the cells of the line alone. How far it reaches comes with the page.

import { setAttribute } from "../../dom.js";
import { board, cells, rows, strike, verdictTemplate } from "./elements.js";
import { sideName } from "../../sides.js";
import { strikeThrough } from "../../strike.js";
import {
  isLatestShown,
  isYourMove,
  resultFor,
  shownHint,
  shownLine,
  shownPly,
  targetCell,
} from "./state.js";
import { gettext } from "../../words.js";

/** @import { Hint, PageState } from "./state.js"; */
/** @import { Mark, Verdict } from "./types.js"; */

/**
 * What one cell shows.
 *
 * @typedef {object} CellView
 * @property {Mark | ""} mark
 * @property {boolean} isPending
 * @property {boolean} isLast
 * @property {number} linePlace from 1, in the line that ended the game; 0 outside it
 * @property {boolean} isBest whether a hint recommends to mark it
 * @property {boolean} isTaken whether no press on this cell can play a move, whoever's turn it is
 * @property {string} label for those who cannot see the board
 */

const width = Number(board.dataset.width);
/** @type {(CellView | undefined)[]} what the cells show, as far as this module has drawn them */
const drawn = [];
/** @type {Hint | null | undefined} whose signs are on the board; undefined for those of the server */
let drawnHint;

/**
 * Return the name of a cell, such as "b2".
 *
 * @param {number} number
 */
export const cellName = (number) => cells[number]?.dataset.name ?? "";

/**
 * Return the name of a cell as it is read aloud, such as "b 2": "b2" may sound like a word.
 *
 * @param {number} number
 */
export const spokenCellName = (number) => cellName(number).replace(/^./, "$& ");

/**
 * @param {PageState} state
 * @param {PageState} previous what was drawn before
 */
export function drawBoard(state, previous) {
  drawCells(state, shownPly(state) >= shownPly(previous));
  drawStrike(state, previous.game.version !== state.game.version);
  drawVerdicts(shownHint(state));
  const { turn } = state.game;
  rows.setAttribute("aria-disabled", String(!isYourMove(state)));
  const isShared = state.game.you.length === 2 && state.game.status === "playing";
  setAttribute(board, "data-turn", isShared ? turn : null);
  setAttribute(board, "data-ghost", isYourMove(state) ? turn : null);
}

/**
 * @param {PageState} state
 * @param {boolean} isForward whether new marks are written as one looks, as they are not when stepping back
 */
function drawCells(state, isForward) {
  const views = viewsOf(state);
  for (const [number, cell] of cells.entries()) {
    const view = views[number];
    if (view && !isSame(view, drawn[number])) drawCell(cell, view, isForward);
    drawn[number] = view;
  }
}

/**
 * @param {PageState} state
 * @returns {CellView[]} by the number of the cell
 */
function viewsOf(state) {
  const { game, pending, viewedPly } = state;
  const marks = marksAt(state);
  const last = game.moves[shownPly(state) - 1];
  const line = shownLine(state);
  const hint = shownHint(state);
  return cells.map((_, number) => {
    const isPending = viewedPly === null && pending?.cell === number;
    const mark = isPending ? pending.mark : (marks.get(number) ?? "");
    const target = targetCell(state, number);
    return {
      mark,
      isPending,
      isLast: number === last && !isPending,
      linePlace: line.indexOf(number) + 1,
      isBest: hint?.best[0] === number,
      isTaken: target === null,
      label: labelOf(number, mark) + hintWords(hint, target),
    };
  });
}

/**
 * @param {number} number
 * @param {Mark | ""} mark
 */
function labelOf(number, mark) {
  return `${spokenCellName(number)}, ${sideName(board, mark) || gettext("empty")}`;
}

/**
 * Return what a hint says of a move, to be put after the name of a cell. Empty if it says nothing.
 *
 * @param {Hint | null} hint
 * @param {number | null} target the cell that would be marked
 */
export function hintWords(hint, target) {
  const verdict = target === null ? undefined : hint?.verdicts[target];
  if (!verdict) return "";
  const isBest = target !== null && hint?.best.includes(target);
  return `: ${verdict.words}` + (isBest ? `, ${gettext("recommended")}` : "");
}

/** @param {PageState} state */
function marksAt(state) {
  /** @type {Map<number, Mark>} */
  const marks = new Map();
  const moves = state.game.moves.slice(0, shownPly(state));
  for (const [ply, cell] of moves.entries()) marks.set(cell, ply % 2 ? "O" : "X");
  return marks;
}

/**
 * @param {CellView} view
 * @param {CellView | undefined} other
 */
function isSame(view, other) {
  if (!other) return false;
  const names = /** @type {(keyof CellView)[]} */ (Object.keys(view));
  return names.every((name) => view[name] === other[name]);
}

/**
 * @param {HTMLElement} cell
 * @param {CellView} view
 * @param {boolean} isForward
 */
function drawCell(cell, { mark, isPending, isLast, linePlace, isBest, isTaken, label }, isForward) {
  if (!mark) delete cell.dataset.fresh;
  else if (!cell.dataset.mark && isForward) cell.dataset.fresh = "";
  cell.dataset.mark = mark;
  cell.toggleAttribute("data-pending", isPending);
  cell.toggleAttribute("data-last", isLast);
  setAttribute(cell, "data-line", linePlace || null);
  cell.toggleAttribute("data-best", isBest);
  cell.setAttribute("aria-label", label);
  // "false" would say that the cell can be pressed, whatever the board around it says.
  if (cell instanceof HTMLButtonElement) setAttribute(cell, "aria-disabled", isTaken || null);
}

/**
 * @param {PageState} state
 * @param {boolean} isNew whether to draw the stroke as one looks
 */
function drawStrike(state, isNew) {
  const line = shownLine(state);
  board.toggleAttribute("data-won", line.length > 0);
  if (line.length > 0) strike.toggleAttribute("data-fresh", isNew);
  strikeThrough(strike, line, width, state.game.cells);
  // The gestures of the end are made once, when the game ends before one's eyes.
  if (isNew)
    setAttribute(board, "data-end", isLatestShown(state) ? resultFor(state.game) || null : null);
}

/** @param {Hint | null} hint */
function drawVerdicts(hint) {
  if (hint === drawnHint) return;
  drawnHint = hint;
  for (const sign of board.querySelectorAll(".verdict")) sign.remove();
  for (const [number, verdict] of Object.entries(hint?.verdicts ?? {}))
    if (verdict.value !== "unknown") cells[Number(number)]?.append(verdictSign(verdict));
}

/** @param {Verdict} verdict */
function verdictSign({ value, brief }) {
  const sign = document.importNode(verdictTemplate.content, true);
  const text = sign.querySelector("text");
  sign.querySelector("svg")?.setAttribute("data-value", value);
  if (!text) throw new Error("The template of a verdict has no text");
  text.textContent = brief;
  // The template squeezes its text, which only three characters need.
  if (brief.length < 3) text.removeAttribute("textLength");
  return sign;
}
