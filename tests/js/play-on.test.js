import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import { positionAddress } from "../../static/js/addresses.js";
import { Store } from "../../static/js/pages/game/store.js";
import { game } from "./games.js";

const MOVES = [0, 3, 1, 4, 2];

/**
 * Return after how many moves another game may begin.
 *
 * @param {"earlier" | "any" | ""} from
 */
function plies(from) {
  const store = new Store(game(MOVES, { play_on: from }));
  return [0, 1, 2, 3, 4, 5].filter((ply) => {
    store.view(ply);
    return store.state.canPlayOn;
  });
}

test("another game may begin with the positions that the server says", () => {
  equal(plies(""), []);
  equal(plies("earlier"), [0, 1, 2, 3, 4]);
  equal(plies("any"), [0, 1, 2, 3, 4, 5]);
});

test("the address of a position names its moves", () => {
  equal(positionAddress("/?board=classic", ["b2", "a3"]), "/?board=classic&moves=b2-a3");
  equal(positionAddress("/?board=classic", []), "/?board=classic&moves=");
});
