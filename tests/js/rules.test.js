import { deepEqual as equal } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { outcomeOf, targetOf } from "../../static/js/pages/offline/rules.js";

/** @import { Outcome, Variant } from "../../static/js/pages/offline/rules.js"; */

/** @typedef {{ variant: Variant, moves: number[], legal: number[], outcome: Outcome }} GoldenGame */

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
    const played = moves.slice(0, Math.floor(moves.length / 2));
    const cells = Array.from({ length: variant.width * variant.height }, (_, cell) => cell);
    equal(
      cells.filter((cell) => targetOf(variant, played, cell) === cell),
      legal,
    );
  }
});

test("after the end, no press plays", () => {
  for (const { variant, moves } of goldenGames) equal(targetOf(variant, moves, 0), null);
});

test("where pieces fall, a press anywhere in a column plays its lowest free cell", () => {
  const variant = { width: 7, height: 6, run: 4, drop: true, misere: false };
  equal(targetOf(variant, [], 3), 38);
  equal(targetOf(variant, [38], 38), 31);
  equal(targetOf(variant, [38, 31, 24, 17, 10, 3], 3), null);
});
