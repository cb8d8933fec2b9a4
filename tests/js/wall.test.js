// Boards on the wall, of which only the data attribute, the class and the style matter.

import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";

const platform = /** @type {any} */ (globalThis);
let arrange = () => {};
let address = "";

class Board {
  style = { order: "" };
  came = false;
  classList = { toggle: (/** @type {string} */ _, /** @type {boolean} */ on) => (this.came = on) };

  /** @param {string} live */
  constructor(live) {
    this.dataset = { live };
  }
}

/** @param {string} games one letter each, in the order of the page @returns {string[]} who is where, ! for a new one */
function show(games) {
  const boards = [...games].map((game) => new Board(game));
  platform.document = { body: {}, querySelectorAll: () => boards };
  arrange();
  return boards.map(
    ({ dataset, style, came }) => `${dataset.live}${style.order}${came ? "!" : ""}`,
  );
}

test("boards keep their places, and a new one fades in where one went", async () => {
  platform.HTMLElement = Board;
  platform.document = { body: {}, querySelectorAll: () => [] };
  platform.history = { replaceState: (/** @type {any[]} */ ...[, , to]) => (address = to) };
  platform.MutationObserver = class {
    /** @param {() => void} act */
    constructor(act) {
      arrange = act;
    }
    observe() {}
  };
  await import("../../static/js/tournaments/wall.js");
  equal(show("abcd"), ["a0", "b1", "c2", "d3"]);
  equal(show("dcea"), ["d3", "c2", "e1!", "a0"]);
  equal(address, "?on=a+e+c+d");
  equal(show("ac"), ["a0", "c2"]);
  equal(show("fac"), ["f1!", "a0", "c2"]);
});
