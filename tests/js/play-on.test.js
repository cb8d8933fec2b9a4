import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import { positionAddress } from "../../static/js/addresses.js";
import { Store } from "../../static/js/pages/game/store.js";
import { game } from "./games.js";

const MOVES = [0, 3, 1, 4, 2];

/** @param {string} reason @param {Partial<import("../../static/js/pages/game/types.js").State>} changes */
const over = (reason, changes = {}) =>
  new Store(
    game(MOVES, { status: "finished", outcome: { winner: "X", reason, line: [] }, ...changes }),
  );

/**
 * Return after how many moves another game may begin.
 *
 * @param {Store} store
 */
function plies(store) {
  return [0, 1, 2, 3, 4, 5].filter((ply) => {
    store.view(ply);
    return store.state.canPlayOn;
  });
}

test("one's own game leads on from every position but the one that is played", () => {
  equal(plies(new Store(game(MOVES))), [0, 1, 2, 3, 4]);
});

test("a game that the rules have ended leads on from all but its end", () => {
  for (const reason of ["line", "full", "dead"]) equal(plies(over(reason)), [0, 1, 2, 3, 4]);
});

test("a game that never began leads nowhere", () => {
  const outcome = { winner: null, reason: "withdrawn", line: [] };
  equal(new Store(game([], { status: "closed", outcome })).state.canPlayOn, false);
});

test("a game that was given up leads on from its end too", () => {
  for (const reason of ["resigned", "time", "left", "agreed", "abandoned"])
    equal(plies(over(reason)), [0, 1, 2, 3, 4, 5]);
});

test("others are led on from public games that are over", () => {
  equal(plies(new Store(game(MOVES, { you: [] }))), []);
  equal(plies(over("line", { you: [] })), [0, 1, 2, 3, 4]);
  equal(plies(over("line", { you: [], is_public: false })), []);
});

test("an exhibition leads on everybody while it goes on", () => {
  const exhibition = { pace: 1000, is_paused: false };
  equal(plies(new Store(game(MOVES, { you: [], exhibition }))), [0, 1, 2, 3, 4, 5]);
  equal(plies(over("line", { you: [], exhibition })), [0, 1, 2, 3, 4]);
  equal(plies(over("stopped", { you: [], exhibition })), [0, 1, 2, 3, 4, 5]);
});

test("the address of a position names its moves", () => {
  equal(positionAddress("/?board=classic", ["b2", "a3"]), "/?board=classic&moves=b2-a3");
  equal(positionAddress("/?board=classic", []), "/?board=classic&moves=");
});
