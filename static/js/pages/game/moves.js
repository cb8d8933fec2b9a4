// Draws the list of moves and the links that step through them, and plays the moves one by one.

import { plyAddress, positionAddress } from "../../addresses.js";
import { cellName } from "./board.js";
import * as elements from "./elements.js";
import { sideName } from "../../board.js";
import { drawShown, drawSteps } from "../../steps.js";

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
  markText.textContent = sideName(elements.board, mark);
  cellText.textContent = cellName(cell);
  return item;
}
