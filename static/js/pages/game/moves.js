// Draws the list of moves and the links that step through them, and plays the moves one by one.

import { leadToPosition, plyAddress, positionAddress } from "../../addresses.js";
import { cellName } from "./board.js";
import * as elements from "./elements.js";
import { sideName } from "../../board.js";
import { drawShown, drawSteps } from "../../steps.js";

const ENDS_ON_THE_BOARD = new Set(["line", "full"]);

/** @param {PageState} state */
export function drawMoves(state) {
  const { moves, outcome, ply } = state.game;
  drawItems(moves);
  drawShown(elements.moves, state.shownPly);
  elements.stepper.toggleAttribute("data-empty", state.game.ply === 0);
  drawSteps(elements.stepper, state.shownPly, ply, (at) =>
    plyAddress(elements.page.dataset.address ?? "", at === ply ? null : at),
  );
  elements.lastPly.textContent = String(state.game.ply);
  const names = moves.slice(0, state.shownPly).map(cellName);
  const link = elements.playOn;
  if (link) {
    link.href = positionAddress(link.dataset.playOn ?? "", names);
    link.hidden = !state.canPlayOn;
  }
  // They lead to a search from the position that is shown: once the game is over, or as one looks back. From a full
  // board, or one with a line, there is nothing to search.
  const isFull = outcome && ENDS_ON_THE_BOARD.has(outcome.reason);
  for (const each of elements.positionLinks) {
    leadToPosition(each, names.slice(0, isFull ? ply - 1 : ply));
    each.hidden = state.viewedPly === null && !outcome;
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
  markText.textContent = sideName(elements.board, mark);
  cellText.textContent = cellName(cell);
  return item;
}
