// Easy, the weakest level, as an opponent without the server: it plays at random, takes a win that it sees, and
// blocks one now and then.

import { completesLine, markOf, targetOf } from "./rules.js";

/** @import { Variant } from "./rules.js"; */

const TAKES_WIN = 0.9; // how often it sees what a move would do at once
const BLOCKS = 0.4;
const NARROW = 6; // on wider boards where nothing falls it plays near what has been played,
const NEAR = 2; // within so many steps

/**
 * Choose a move; the game must not be over.
 *
 * @param {Variant} variant
 * @param {number[]} moves the cells played so far
 * @param {() => number} [random] returns a number from 0 up to 1
 */
export function easyMove(variant, moves, random = Math.random) {
  const cells = candidates(variant, moves);
  const [own, other] = [markOf(moves.length), markOf(moves.length + 1)];
  const completing = (/** @type {"X" | "O"} */ mark) =>
    cells.filter((cell) => completesLine(variant, moves, cell, mark));
  const pick = (/** @type {number[]} */ from) => from[Math.floor(random() * from.length)] ?? 0;
  const wins = completing(own);
  const sees = random();
  if (variant.misere) {
    const harmless = cells.filter((cell) => !wins.includes(cell));
    return pick(harmless.length > 0 && sees < BLOCKS ? harmless : cells);
  }
  if (wins.length > 0 && sees < TAKES_WIN) return pick(wins);
  const threats = completing(other);
  return pick(threats.length > 0 && sees < BLOCKS ? threats : cells);
}

/**
 * Return the cells to choose from: the free ones, on a wide board those near a piece or near the middle.
 *
 * @param {Variant} variant
 * @param {number[]} moves
 */
function candidates(variant, moves) {
  const { width, height, drop } = variant;
  const all = Array.from({ length: width * height }, (_, cell) => cell);
  const free = all.filter((cell) => targetOf(variant, moves, cell) === cell);
  if (drop || width <= NARROW) return free;
  const played = moves.length > 0 ? moves : [Math.floor((width * height) / 2)];
  return free.filter((cell) => played.some((other) => distance(cell, other, width) <= NEAR));
}

/**
 * @param {number} cell
 * @param {number} other
 * @param {number} width of the board
 */
function distance(cell, other, width) {
  const right = (cell % width) - (other % width);
  const down = Math.floor(cell / width) - Math.floor(other / width);
  return Math.max(Math.abs(right), Math.abs(down));
}
