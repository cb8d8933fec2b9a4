// The stroke through the line that ended a game.

import { setAttribute } from "./dom.js";

const BEND = 0.6; // how far the middle of a stroke is off, in reaches

/**
 * Lay a stroke through a line of cells, a little longer than from centre to centre; without cells, hide it. The
 * element says in `data-reach` how far the stroke goes beyond the centres, in cells.
 *
 * @param {SVGPathElement} strike
 * @param {number[]} line the numbers of the cells, in order
 * @param {number} width of the board, in cells
 * @param {ArrayLike<string>} marks by cell
 */
export function strikeThrough(strike, line, width, marks) {
  const [first, last] = [line[0], line.at(-1)];
  const isShown = first !== undefined && last !== undefined;
  const path = isShown ? stroke(first, last, width, Number(strike.dataset.reach)) : null;
  setAttribute(strike, "data-mark", isShown ? (marks[first] ?? null) : null);
  setAttribute(strike, "d", path);
}

/**
 * @param {number} first cell
 * @param {number} last cell
 * @param {number} width of the board, in cells
 * @param {number} reach
 */
function stroke(first, last, width, reach) {
  const [x1, y1] = [first % width, Math.floor(first / width)];
  const [x2, y2] = [last % width, Math.floor(last / width)];
  const [right, down] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  const start = [x1 + 0.5 - right * reach, y1 + 0.5 - down * reach];
  const end = [x2 + 0.5 + right * reach, y2 + 0.5 + down * reach];
  const bend = BEND * reach;
  const middle = [(x1 + x2 + 1) / 2 + down * bend, (y1 + y2 + 1) / 2 - right * bend];
  const [x, y, ...rest] = [...start, ...middle, ...end].map((value) => value.toFixed(2));
  return `M${x} ${y}Q${rest.join(" ")}`;
}
