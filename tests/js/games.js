// Snapshots of games as the server would send them.

/** @import { State } from "../../static/js/pages/game/types.js"; */

/**
 * Return a game of two people on nine cells, seen by the one who plays X.
 *
 * @param {number[]} moves
 * @param {Partial<State>} changes
 * @returns {State}
 */
export function game(moves = [], changes = {}) {
  const cells = Array.from({ length: 9 }, () => ".");
  for (const [ply, cell] of moves.entries()) cells[cell] = ply % 2 ? "O" : "X";
  return {
    id: "game",
    variant: "3x3x3",
    version: moves.length,
    ply: moves.length,
    cells: cells.join(""),
    landing: null,
    playable: null,
    closed: [],
    target: null,
    targets: [],
    turn: moves.length % 2 ? "O" : "X",
    status: "playing",
    outcome: null,
    end: null,
    seats: {
      X: { name: "Ann", level: null, has_account: false },
      O: { name: "Ben", level: null, has_account: false },
    },
    score: { X: 0, O: 0, draws: 0 },
    series: { best_of: 0, is_over: false },
    kind: "",
    part: null,
    clock: null,
    call: null,
    absent: null,
    hints: 0,
    awaited: [],
    next_by: null,
    offer: null,
    undo: null,
    is_public: true,
    is_timed: false,
    moves,
    start_ply: 0,
    next: null,
    may_rematch: false,
    draw: { by: null, is_declined: false, declined_to: null },
    you: ["X"],
    words: "",
    where: "",
    result: "",
    rematch_by: "",
    play_on: "",
    may_undo: false,
    may_hint: false,
    claim_in: null,
    ...changes,
  };
}

/**
 * Return the same game against the computer.
 *
 * @param {number[]} moves
 * @param {Partial<State>} changes
 */
export function computerGame(moves = [], changes = {}) {
  const seats = {
    X: { name: "Ann", level: null, has_account: false },
    O: { name: "Computer", level: "easy", has_account: false },
  };
  return game(moves, { seats, ...changes });
}

/**
 * Return the same game of the computer against itself, as somebody sees it who watches.
 *
 * @param {number[]} moves
 * @param {Partial<State>} changes
 */
export function computersGame(moves = [], changes = {}) {
  const computer = { name: "Computer", level: "easy", has_account: false };
  return game(moves, { seats: { X: computer, O: computer }, you: [], ...changes });
}
