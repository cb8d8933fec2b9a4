// Draws one live game in the list, a new one or one that the server or this module has drawn before.

import { showPieceSet } from "../../board.js";
import { find, findAll, makeSvg, setAttribute } from "../../dom.js";

/** @import { LiveGame } from "../game/types.js"; */

/** @param {HTMLElement} item @param {LiveGame} game */
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

/** @param {HTMLElement} side @param {LiveGame} game */
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

/** @param {SVGSVGElement} picture @param {LiveGame} game */
function drawPicture(picture, { cells, variant, end, closed }) {
  const strike = find("strike", SVGPathElement, picture);
  const board = document.getElementById(`grid-${variant}`)?.dataset ?? {};
  picture.setAttribute("viewBox", board.view ?? "");
  picture.toggleAttribute("data-misere", variant.includes("+misere"));
  find("grid", SVGUseElement, picture).setAttribute("href", `#grid-${variant}`);
  picture.dataset.pieces = board.pieces;
  strike.toggleAttribute("data-broad", "broad" in board);
  // On a board that was shown before, a new mark is written as one looks.
  const before = picture.dataset.cells || cells;
  const marks = [...cells].flatMap((mark, cell) => {
    if (mark === ".") return [];
    const use = makeMark(cell, mark, board);
    use.toggleAttribute("data-fresh", before[cell] !== mark);
    use.toggleAttribute("data-line", end?.cells.includes(cell) ?? false);
    return [use];
  });
  const large = closed.flatMap(({ board: number, mark }) => {
    return mark ? [makeMark(number, mark, board, true)] : [];
  });
  find("marks", SVGGElement, picture).replaceChildren(...marks, ...large);
  picture.dataset.cells = cells;
  if (end) strike.dataset.fresh = "";
  setAttribute(strike, "data-mark", end?.mark ?? null);
  setAttribute(strike, "d", end?.strike || null);
}

/** @param {number} number @param {string} mark @param {DOMStringMap} board @param {boolean} [isLarge] */
function makeMark(number, mark, board, isLarge = false) {
  const { pieces = "marks", looks = "", places = "", corners = "", side = "3" } = board;
  const name = mark.toLowerCase();
  const [x = 0, y = 0] =
    (isLarge ? corners : places).split(" ")[number]?.split(",").map(Number) ?? [];
  const size = isLarge ? side : 1;
  return makeSvg("use", {
    class: name,
    href: `#${pieces}-${name}-${looks[number] ?? 0}`,
    [isLarge ? "data-large" : "data-cell"]: number,
    x,
    y,
    width: size,
    height: size,
  });
}
