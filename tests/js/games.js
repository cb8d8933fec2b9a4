// Snapshots of games as the server would send them.

import { readFileSync } from "node:fs";

export const defaults = readFileSync(
  new URL("../protocol/golden/defaults.json", import.meta.url),
  "utf-8",
);

const person = (/** @type {string} */ name) => ({ name, level: null, has_account: false });
const computer = { name: "Computer", level: "easy", has_account: false };

// A game of two people on nine cells, seen by the one who plays X.
/** @param {number[]} moves @param {Partial<State>} changes @returns {State} */
export function game(moves = [], changes = {}) {
  const cells = Array.from({ length: 9 }, () => ".");
  for (const [ply, cell] of moves.entries()) cells[cell] = ply % 2 ? "O" : "X";
  return /** @type {State} */ ({
    ...JSON.parse(defaults).state,
    id: "game",
    variant: "3x3x3",
    version: moves.length,
    ply: moves.length,
    cells: cells.join(""),
    turn: moves.length % 2 ? "O" : "X",
    status: "playing",
    seats: { X: person("Ann"), O: person("Ben") },
    score: { X: 0, O: 0, draws: 0 },
    series: { best_of: 0, is_over: false },
    awaited: [],
    moves,
    draw: { by: null, is_declined: false, declined_to: null },
    you: ["X"],
    words: "",
    ...changes,
  });
}

/** @param {number[]} moves @param {Partial<State>} changes */
export const computerGame = (moves = [], changes = {}) =>
  game(moves, { seats: { X: person("Ann"), O: computer }, ...changes });

/** @param {number[]} moves */
export const computersGame = (moves = []) =>
  game(moves, { seats: { X: computer, O: computer }, you: [] });
