import { deepEqual as equal } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { closedBoards, outcomeOf, targetsOf } from "../../static/js/pages/offline/rules.js";

/**
 * @typedef {object} GoldenGame
 * @property {Variant} variant
 * @property {number[]} moves
 * @property {number[]} legal in the middle of the game
 * @property {Outcome} outcome
 * @property {[number, string][]} [closed] the small boards that are closed at the end, and who has won them
 */

const FILE = new URL("../engine/golden/games.json", import.meta.url);
/** @type {GoldenGame[]} games that the engine has played, see tests/tools/golden_games.py */
const goldenGames = JSON.parse(readFileSync(FILE, "utf-8"));

test("every game of the engine ends with the same move and in the same way", () => {
  for (const { variant, moves, outcome } of goldenGames) {
    equal(outcomeOf(variant, moves.slice(0, -1)), null);
    equal(outcomeOf(variant, moves), outcome);
  }
});

test("the same moves are legal as in the engine", () => {
  for (const { variant, moves, legal } of goldenGames) {
    const targets = targetsOf(variant, moves.slice(0, Math.floor(moves.length / 2)));
    equal(
      targets.flatMap((target, cell) => (target === cell ? [cell] : [])),
      legal,
    );
  }
});

test("the same small boards are closed as in the engine", () => {
  for (const { variant, moves, closed = [] } of goldenGames) {
    const found = closedBoards(variant, moves);
    equal(new Map(found.map(({ board, mark }) => [board, mark])), new Map(closed));
    for (const { board, ply } of found) {
      const before = closedBoards(variant, moves.slice(0, ply - 1)).map((each) => each.board);
      equal(before.includes(board), false);
      equal(closedBoards(variant, moves.slice(0, ply)).length, before.length + 1);
    }
  }
});

test("after the end, no press plays", () => {
  for (const { variant, moves } of goldenGames) {
    equal(new Set(targetsOf(variant, moves)), new Set([null]));
  }
});

test("where pieces fall, a press anywhere in a column plays its lowest free cell", () => {
  const variant = { width: 7, height: 6, run: 4, drop: true, misere: false };
  equal(targetsOf(variant, [])[3], 38);
  equal(targetsOf(variant, [38])[38], 31);
  equal(targetsOf(variant, [38, 31, 24, 17, 10, 3])[3], null);
});
