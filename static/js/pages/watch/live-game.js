// Draws one live game in the list, a new one or one that the server or this module has drawn before.

import { find, findAll, makeSvg } from "../../dom.js";
import { middleOf, shapeOf, spotOf } from "../../grid.js";
import { showPieceSet } from "../../piece-set.js";
import { strikeThrough } from "../../position.js";

/** @import { LiveGame } from "../game/types.js"; */

/**
 * @param {HTMLElement} item
 * @param {LiveGame} game
 */
export function drawLiveGame(item, game) {
  item.dataset.liveGame = game.id;
  item.dataset.version = String(game.version);
  item.dataset.status = game.status;
  const { X: x, O: o } = game.seats;
  item.toggleAttribute("data-exhibition", Boolean(x?.level && o?.level));
  find("board", HTMLElement, item).textContent = game.board;
  find("words", HTMLElement, item).textContent = game.words;
  const { pieces = "marks" } = document.getElementById(`grid-${game.variant}`)?.dataset ?? {};
  item.dataset.pieces = pieces;
  showPieceSet(item, pieces);
  for (const side of findAll("side", HTMLElement, item)) drawSide(side, game);
  drawPicture(find("picture", SVGSVGElement, item), game);
}

/**
 * @param {HTMLElement} side
 * @param {LiveGame} game
 */
function drawSide(side, { seats, score, status, turn, outcome }) {
  const mark = side.dataset.side === "X" ? "X" : "O";
  const points = find("points", HTMLElement, side);
  find("name", HTMLElement, side).textContent = seats[mark]?.name ?? "";
  find("account", HTMLElement, side).hidden = !seats[mark]?.has_account;
  side.toggleAttribute("data-turn", status === "playing" && turn === mark);
  side.toggleAttribute("data-winner", outcome?.winner === mark);
  points.textContent = String(score[mark]);
  points.hidden = !Object.values(score).some(Boolean);
}

/**
 * @param {SVGSVGElement} picture
 * @param {LiveGame} game
 */
function drawPicture(picture, { cells, variant, outcome, closed }) {
  const line = outcome?.line ?? [];
  const strike = find("strike", SVGPathElement, picture);
  const board = document.getElementById(`grid-${variant}`)?.dataset ?? {};
  const shape = shapeOf({ dataset: board });
  picture.setAttribute("viewBox", board.view ?? "");
  picture.toggleAttribute("data-misere", variant.includes("+misere"));
  find("grid", SVGUseElement, picture).setAttribute("href", `#grid-${variant}`);
  picture.dataset.pieces = board.pieces;
  strike.dataset.reach = board.reach;
  // On a board that was shown before, a new mark is written as one looks.
  const before = picture.dataset.cells || cells;
  const marks = [...cells].flatMap((mark, cell) => {
    if (mark === ".") return [];
    const use = makeMark(cell, mark, shape, board);
    use.toggleAttribute("data-fresh", before[cell] !== mark);
    use.toggleAttribute("data-line", line.includes(cell));
    return [use];
  });
  const large = closed.flatMap(({ board: number, mark }) => {
    return mark ? [makeMark(middleOf(number, shape), mark, shape, board, shape.side)] : [];
  });
  find("marks", SVGGElement, picture).replaceChildren(...marks, ...large);
  picture.dataset.cells = cells;
  if (line.length > 0) strike.dataset.fresh = "";
  strikeThrough(strike, line, shape, cells);
}

/**
 * @param {number} cell
 * @param {string} mark
 * @param {import("../../grid.js").Shape} shape
 * @param {DOMStringMap} board what is put on it, and which drawing of a mark stands in each cell
 * @param {number} side of the mark, around the cell
 */
function makeMark(cell, mark, shape, { pieces = "marks", looks = "" }, side = 1) {
  const name = mark.toLowerCase();
  const href = `#${pieces}-${name}-${looks[cell] ?? 0}`;
  const [x, y] = spotOf(cell, shape);
  const before = (side - 1) / 2;
  const place = { x: x - before, y: y - before, width: side, height: side };
  return makeSvg("use", {
    class: name,
    href,
    [side === 1 ? "data-cell" : "data-large"]: cell,
    ...place,
  });
}
