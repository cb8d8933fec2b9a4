// Easy, the weakest level, as an opponent without the server: it plays at random, takes a win that it sees, and now and
// then blocks one, takes or saves a small board, or avoids a line that loses.

import { completesLine, isDivided, markOf, outcomeOf, targetsOf } from "./rules.js";

const TAKES_WIN = 0.9; // how often it sees what a move would do at once
const BLOCKS = 0.4; // and what else a line would do
const NARROW = 6; // on wider boards, but divided ones and where pieces fall, it plays near what has been played,
const NEAR = 2; // within so many steps

/** @param {Variant} variant @param {number[]} moves @param {() => number} [random] returns a number from 0 up to 1 */
export function easyMove(variant, moves, random = Math.random) {
  const cells = candidates(variant, moves);
  const [own, other] = [markOf(moves.length), markOf(moves.length + 1)];
  const pick = (/** @type {number[]} */ from) => from[Math.floor(random() * from.length)] ?? 0;
  const sees = random();
  const wonBy = (/** @type {Mark} */ mark) =>
    cells.filter((cell) => outcomeOf(variant, [...moves, cell])?.winner === mark);
  if (variant.misere) {
    const losing = wonBy(other);
    const harmless = cells.filter((cell) => !losing.includes(cell));
    return pick(harmless.length > 0 && sees < BLOCKS ? harmless : cells);
  }
  const wins = wonBy(own);
  if (wins.length > 0 && sees < TAKES_WIN) return pick(wins);
  for (const mark of [own, other]) {
    const noticed = cells.filter((cell) => completesLine(variant, moves, cell, mark));
    if (noticed.length > 0 && sees < BLOCKS) return pick(noticed);
  }
  return pick(cells);
}

/** @param {Variant} variant @param {number[]} moves */
function candidates(variant, moves) {
  const { width, height, drop } = variant;
  const targets = targetsOf(variant, moves);
  const free = targets.flatMap((target, cell) => (target === cell ? [cell] : []));
  if (drop || isDivided(variant) || width <= NARROW) return free;
  const played = moves.length > 0 ? moves : [Math.floor((width * height) / 2)];
  return free.filter((cell) => played.some((other) => distance(cell, other, width) <= NEAR));
}

/** @param {number} cell @param {number} other @param {number} width of the board */
function distance(cell, other, width) {
  const right = (cell % width) - (other % width);
  const down = Math.floor(cell / width) - Math.floor(other / width);
  return Math.max(Math.abs(right), Math.abs(down));
}
