import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import { noteOfflineWin, offlineWins } from "../../static/js/remembered.js";

test("a game goes on when what is stored of those won offline is no JSON", () => {
  let stored = "{";
  const platform = /** @type {any} */ (globalThis);
  platform.localStorage = {
    getItem: () => stored,
    setItem: (/** @type {string} */ _, /** @type {string} */ text) => (stored = text),
  };
  noteOfflineWin("classic", [0, 4]);
  stored = "";
  noteOfflineWin("classic", [0, 4]);
  noteOfflineWin("gomoku", [7]);
  equal(offlineWins(), '{"classic":[0,4],"gomoku":[7]}');
});
