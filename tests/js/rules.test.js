import { outcomeOf, targetOf } from "../../static/js/offline/rules.js";
import { equal, test } from "./harness.js";

/** @import { Outcome, Variant } from "../../static/js/offline/rules.js"; */

/** @typedef {{ variant: Variant, moves: number[], legal: number[], outcome: Outcome }} GoldenGame */

/** @returns {Promise<GoldenGame[]>} of the engine, see tests/tools/golden_games.py */
async function goldenGames() {
  const response = await fetch("/tests/engine/golden/games.json");
  return response.json();
}

test("every game of the engine ends with the same move and in the same way", async () => {
  for (const { variant, moves, outcome } of await goldenGames()) {
    equal(outcomeOf(variant, moves.slice(0, -1)), null);
    equal(outcomeOf(variant, moves), outcome);
  }
});

test("the same moves are legal as in the engine", async () => {
  for (const { variant, moves, legal } of await goldenGames()) {
    const played = moves.slice(0, Math.floor(moves.length / 2));
    const cells = Array.from({ length: variant.width * variant.height }, (_, cell) => cell);
    equal(
      cells.filter((cell) => targetOf(variant, played, cell) === cell),
      legal,
    );
  }
});

test("after the end, no press plays", async () => {
  for (const { variant, moves } of await goldenGames()) equal(targetOf(variant, moves, 0), null);
});

test("where pieces fall, a press anywhere in a column plays its lowest free cell", () => {
  const variant = { width: 7, height: 6, run: 4, drop: true, misere: false };
  equal(targetOf(variant, [], 3), 38);
  equal(targetOf(variant, [38], 38), 31);
  equal(targetOf(variant, [38, 31, 24, 17, 10, 3], 3), null);
});
