// Draws the board of a puzzle as it stands in a page that the server has written.

import { findAll, setAttribute } from "../../dom.js";

const OF_CELL =
  "data-mark data-last data-line data-best data-tried data-refutation data-threat aria-label value".split(
    " ",
  );
const OF_SMALL_BOARD = ["data-mark", "data-closed", "data-open", "data-here", "aria-label"];
const OF_STROKE = ["data-mark", "d", "transform"];

/** @param {HTMLElement} board @param {HTMLElement[]} cells of this board @param {HTMLElement} other */
export function drawBoard(board, cells, other) {
  for (const changed of findAll("cell", HTMLElement, other)) {
    const cell = cells[Number(changed.dataset.cell)];
    if (cell) drawCell(cell, changed);
  }
  for (const changed of findAll("small", HTMLElement, other)) {
    const same = board.querySelector(`[data-small="${changed.dataset.small}"]`);
    if (same) copy(same, changed, OF_SMALL_BOARD);
  }
  const isEnd = "won" in other.dataset && !("won" in board.dataset);
  copy(board, other, ["data-ghost", "data-won", "data-drawn"]);
  const [strokes, changed] = [board, other].map((root) =>
    root.querySelectorAll(":is([data-capsule], [data-strike], [data-struck], [data-hands])"),
  );
  for (const [number, stroke] of [...(strokes ?? [])].entries()) {
    stroke.toggleAttribute("data-fresh", isEnd);
    const same = changed?.[number];
    if (same) copy(stroke, same, OF_STROKE);
  }
}

/** @param {HTMLElement} cell @param {HTMLElement} changed */
function drawCell(cell, changed) {
  const isNew = !cell.dataset.mark && Boolean(changed.dataset.mark);
  cell.toggleAttribute("data-fresh", isNew);
  delete cell.dataset.pending;
  copy(cell, changed, OF_CELL);
  setAttribute(cell, "aria-disabled", changed.getAttribute("value") ? null : "true");
  cell.querySelector(".verdict")?.remove();
  const verdict = changed.querySelector(".verdict");
  if (verdict) cell.append(verdict);
}

/** @param {Element} element @param {Element} other @param {string[]} names of attributes */
function copy(element, other, names) {
  for (const name of names) setAttribute(element, name, other.getAttribute(name));
}
