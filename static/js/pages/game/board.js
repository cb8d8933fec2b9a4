// Draws the board of a game, what a hint says of each cell, and the list of moves with the links that step through them.

import { plyAddress, positionAddress } from "../../addresses.js";
import { drawPosition, marksAfter, sideName } from "../../cells.js";
import { find, setAttribute } from "../../dom.js";
import { drawShown, drawSteps } from "../../steps.js";
import { gettext } from "../../words.js";
import * as elements from "./elements.js";

const { board, cells, rows } = elements;

/** @param {Mark} side */
const markOf = (side) => /** @type {Mark} */ (board.dataset.shared ?? side);

/** @type {Hint | null | undefined} whose signs are on the board; undefined for those of the server */
let drawnHint;

/** @param {number} number */
export const cellName = (number) => cells[number]?.dataset.name ?? "";

/** @param {PageState} state @param {PageState} previous what was drawn before */
export function drawBoard(state, previous) {
  const { game } = state;
  setAttribute(board, "data-ghost", state.isYourMove ? markOf(game.turn) : null);
  drawPosition(board, cells, positionOf(state), state.shownPly >= previous.shownPly);
  drawVerdicts(state.shownHint);
  // The gestures of the end are made once, when the game ends before one's eyes.
  if (previous.game.version !== game.version)
    setAttribute(board, "data-end", (state.isLatestShown && game.result) || null);
  rows.setAttribute("aria-disabled", String(!state.isYourMove));
  const isShared = game.you.length === 2 && game.status === "playing";
  setAttribute(board, "data-turn", isShared ? game.turn : null);
}

/** @param {PageState} state @returns {Position} */
function positionOf(state) {
  const moves = state.game.moves.slice(0, state.shownPly);
  const marks = marksAfter(moves, cells.length, board.dataset.shared);
  const pending = state.viewedPly === null ? state.pending : null;
  if (pending) marks[pending.cell] = markOf(pending.mark);
  const hint = state.shownHint;
  const held = state.isLatestShown && state.held !== null ? [state.held] : [];
  const targets = cells.map((_, number) => state.targetOf(number));
  return {
    marks,
    last: moves.at(-1) ?? null,
    end: state.isLatestShown ? state.game.end : null,
    closed: state.game.closed.filter(({ ply }) => ply <= state.shownPly),
    target: state.shownTarget,
    pending: pending?.cell,
    best: hint?.best.slice(0, 1) ?? held,
    targets,
    notes: targets.map((target) => hintWords(hint, target)),
  };
}

/** @param {Hint | null} hint @param {number | null} target the cell that would be marked */
function hintWords(hint, target) {
  const verdict = hint?.verdicts[target ?? ""];
  if (!verdict) return "";
  const isBest = target !== null && hint?.best.includes(target);
  return `: ${verdict.words}` + (isBest ? `, ${gettext("recommended")}` : "");
}

/** @param {PageState} state @param {HTMLElement} cell */
export const describe = (state, cell) =>
  (cell.dataset.name ?? "") + hintWords(state.shownHint, Number(cell.dataset.cell));

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
  const template = find("verdict-template", HTMLTemplateElement);
  const sign = document.importNode(template.content, true);
  const text = sign.querySelector("text");
  sign.querySelector("svg")?.setAttribute("data-value", value);
  if (!text) throw new Error("The template of a verdict has no text");
  text.textContent = brief;
  // The template squeezes its text, which only three characters need.
  if (brief.length < 3) text.removeAttribute("textLength");
  return sign;
}

/** @param {PageState} state */
export function drawMoves(state) {
  const { moves, ply } = state.game;
  drawItems(moves);
  drawShown(elements.moves, state.shownPly);
  elements.stepper.toggleAttribute("data-empty", state.game.ply === 0);
  drawSteps(elements.stepper, state.shownPly, ply, (at) =>
    plyAddress(elements.page.dataset.address ?? "", at === ply ? null : at),
  );
  elements.lastPly.textContent = String(state.game.ply);
  const names = moves.slice(0, state.shownPly).map(cellName);
  for (const link of elements.playOn) {
    link.href = positionAddress(link.dataset.playOn ?? "", names);
    link.hidden = !state.canPlayOn;
  }
}

/** @param {number[]} moves the cells in the order they were marked */
function drawItems(moves) {
  const list = elements.moves;
  const items = [...list.querySelectorAll("li")];
  // Moves may have been taken back, and others made.
  const wrong = items.findIndex((item, ply) => Number(item.dataset.played) !== moves[ply]);
  if (wrong >= 0) for (const item of items.slice(wrong)) item.remove();
  const kept = list.children.length;
  list.append(...moves.slice(kept).map((cell, offset) => makeItem(kept + offset, cell)));
}

/** @param {number} ply number of moves before this one @param {number} cell */
function makeItem(ply, cell) {
  const item = document.importNode(elements.moveTemplate.content, true);
  const mark = ply % 2 ? "O" : "X";
  const link = item.querySelector("a");
  const [markText, cellText] = item.querySelectorAll("span");
  if (!link || !markText || !cellText) throw new Error("The template of a move is not complete");
  item.querySelector("li")?.setAttribute("data-played", String(cell));
  link.href = plyAddress(elements.page.dataset.address ?? "", ply + 1);
  link.dataset.ply = String(ply + 1);
  item.querySelector(".mark")?.setAttribute("data-mark", mark);
  markText.textContent = sideName(board, mark);
  cellText.textContent = cellName(cell);
  return item;
}
