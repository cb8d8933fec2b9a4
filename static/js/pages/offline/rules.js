// The rules of the boards, for a game on this device alone while there is no server to ask. Everywhere else the server
// decides. tests/engine/golden/games.json, which the engine writes, keeps both the same.

/** @typedef {"X" | "O"} Mark */

/**
 * The rules of one board, as the server gives them.
 *
 * @typedef {object} Variant
 * @property {number} width
 * @property {number} height
 * @property {number} run how many marks in a row make a line
 * @property {boolean} drop whether pieces fall to the lowest free cell of their column
 * @property {boolean} misere whether a line loses
 */

/**
 * @typedef {object} Outcome
 * @property {Mark | null} winner null for a draw
 * @property {"line" | "full" | "dead"} reason dead: no line is open to either side any more
 * @property {number[]} line the cells of the line, empty if there is none
 */

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
];
const CLASSIC_SIZE = 9; // cells; on boards no larger, a game without an open line is played to its end

/**
 * Return the mark that is made after so many moves.
 *
 * @param {number} ply
 * @returns {Mark}
 */
export const markOf = (ply) => (ply % 2 ? "O" : "X");

/**
 * Return the cell that a press on a cell plays: where pieces fall, the lowest free one of its column. null if the press
 * plays none, as after the end.
 *
 * @param {Variant} variant
 * @param {number[]} moves the cells played so far
 * @param {number} cell
 */
export function targetOf(variant, moves, cell) {
  if (outcomeOf(variant, moves)) return null;
  const taken = new Set(moves);
  if (!variant.drop) return taken.has(cell) ? null : cell;
  const column = cell % variant.width;
  for (let row = variant.height - 1; row >= 0; row -= 1) {
    const lowest = row * variant.width + column;
    if (!taken.has(lowest)) return lowest;
  }
  return null;
}

/**
 * Return how the game has ended, null if it has not.
 *
 * @param {Variant} variant
 * @param {number[]} moves
 * @returns {Outcome | null}
 */
export function outcomeOf(variant, moves) {
  const last = markOf(moves.length - 1);
  const line = lineOf(variant, cellsOf(moves, last));
  if (line) return { winner: variant.misere ? markOf(moves.length) : last, reason: "line", line };
  const size = variant.width * variant.height;
  if (moves.length === size) return { winner: null, reason: "full", line: [] };
  if (size > CLASSIC_SIZE && isDead(variant, moves)) {
    return { winner: null, reason: "dead", line: [] };
  }
  return null;
}

/**
 * Say whether a mark in a free cell would complete a line, whoever is to move.
 *
 * @param {Variant} variant
 * @param {number[]} moves
 * @param {number} cell
 * @param {Mark} mark
 */
export function completesLine(variant, moves, cell, mark) {
  return lineOf(variant, cellsOf(moves, mark).add(cell)) !== undefined;
}

/**
 * Say whether every line holds marks of both sides.
 *
 * @param {Variant} variant
 * @param {number[]} moves
 */
function isDead(variant, moves) {
  const [x, o] = [cellsOf(moves, "X"), cellsOf(moves, "O")];
  const isClosed = (/** @type {number[]} */ line) =>
    line.some((cell) => x.has(cell)) && line.some((cell) => o.has(cell));
  return linesOf(variant).every(isClosed);
}

/**
 * @param {Variant} variant
 * @param {Set<number>} cells
 */
function lineOf(variant, cells) {
  return linesOf(variant).find((line) => line.every((cell) => cells.has(cell)));
}

/**
 * @param {number[]} moves
 * @param {Mark} mark
 */
function cellsOf(moves, mark) {
  return new Set(moves.filter((_, ply) => markOf(ply) === mark));
}

/** @type {Map<string, number[][]>} the lines of the boards that were asked for */
const lines = new Map();

/**
 * Return all lines of a board, in the order of the engine.
 *
 * @param {Variant} variant
 */
function linesOf({ width, height, run }) {
  const key = `${width}x${height}x${run}`;
  const known = lines.get(key) ?? [...findLines(width, height, run)];
  lines.set(key, known);
  return known;
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} run
 * @yields {number[]}
 */
function* findLines(width, height, run) {
  for (let cell = 0; cell < width * height; cell += 1) {
    for (const [right = 0, down = 0] of DIRECTIONS) {
      const column = (cell % width) + right * (run - 1);
      const row = Math.floor(cell / width) + down * (run - 1);
      const step = down * width + right;
      if (column >= 0 && column < width && row < height) {
        yield Array.from({ length: run }, (_, number) => cell + step * number);
      }
    }
  }
}
