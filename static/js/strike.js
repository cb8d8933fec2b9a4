// The stroke through the line that ended a game.

import { setAttribute } from "./dom.js";

/**
 * Lay a stroke through a line of cells, a little longer than from centre to centre; without cells, hide it. The
 * element says in `data-reach` how far the stroke goes beyond the centres, in cells.
 *
 * @param {SVGLineElement} strike
 * @param {number[]} line the numbers of the cells, in order
 * @param {number} width of the board, in cells
 */
export function strikeThrough(strike, line, width) {
  const [first, last] = [line[0], line.at(-1)];
  const isShown = first !== undefined && last !== undefined;
  const ends = isShown ? strikeEnds(first, last, width, Number(strike.dataset.reach)) : null;
  for (const name of /** @type {const} */ (["x1", "y1", "x2", "y2"])) {
    setAttribute(strike, name, ends && ends[name]);
  }
}

/**
 * @param {number} first cell
 * @param {number} last cell
 * @param {number} width of the board, in cells
 * @param {number} reach
 */
function strikeEnds(first, last, width, reach) {
  const [x1, y1] = [first % width, Math.floor(first / width)];
  const [x2, y2] = [last % width, Math.floor(last / width)];
  const [right, down] = [Math.sign(x2 - x1) * reach, Math.sign(y2 - y1) * reach];
  return { x1: x1 + 0.5 - right, y1: y1 + 0.5 - down, x2: x2 + 0.5 + right, y2: y2 + 0.5 + down };
}
