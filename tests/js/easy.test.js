import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import { easyMove } from "../../static/js/pages/offline/easy.js";
import { outcomeOf, targetsOf } from "../../static/js/pages/offline/rules.js";

const CLASSIC = { width: 3, height: 3, run: 3, drop: false, misere: false };
const GOMOKU = { width: 15, height: 15, run: 5, drop: false, misere: false };
const CONNECT_FOUR = { width: 7, height: 6, run: 4, drop: true, misere: false };
const ULTIMATE = { width: 9, height: 9, run: 3, drop: false, nested: true, misere: false };
const NOTAKTO = { ...CLASSIC, shared: true, misere: true };
const BOARDS = [
  CLASSIC,
  { ...CLASSIC, misere: true },
  CONNECT_FOUR,
  GOMOKU,
  ULTIMATE,
  NOTAKTO,
  { ...NOTAKTO, width: 9 },
];

const seesAll = () => 0;
const seesNothing = () => 0.99;

test("it plays legal moves to the end on every board", () => {
  for (const variant of BOARDS) {
    /** @type {number[]} */
    const moves = [];
    while (!outcomeOf(variant, moves)) {
      const move = easyMove(variant, moves);
      equal(targetsOf(variant, moves)[move], move);
      moves.push(move);
    }
  }
});

test("it takes a win before it blocks one, if it sees them", () => {
  equal(easyMove(CLASSIC, [0, 3, 1, 4], seesAll), 2);
  equal(easyMove(CLASSIC, [0, 3, 1, 4, 8], seesAll), 5);
  equal(easyMove(CLASSIC, [0, 4, 1], seesAll), 2);
});

test("it may overlook either", () => {
  equal(easyMove(CLASSIC, [0, 3, 1, 4], seesNothing), 8);
  equal(easyMove(CLASSIC, [0, 4, 1], seesNothing), 8);
});

test("where a line loses it avoids one that it sees", () => {
  const variant = { ...CLASSIC, misere: true };
  equal(easyMove(variant, [0, 3, 1, 4], seesAll) === 2, false);
});

test("on a wide board it stays near what was played", () => {
  for (let game = 0; game < 50; game += 1) {
    equal(easyMove(GOMOKU, [0]) % 15 <= 2, true);
    equal(Math.abs((easyMove(GOMOKU, []) % 15) - 7) <= 2, true);
  }
});

test("on Ultimate it takes a small board, or keeps the other from it, if it sees that", () => {
  const opening = [0, 10, 30, 11]; // O lacks cell 9 in the upper left board
  equal(easyMove(ULTIMATE, [...opening, 33], seesAll), 9);
  equal(easyMove(ULTIMATE, [...opening, 35, 6], seesAll), 9);
  equal(easyMove(ULTIMATE, [...opening, 35, 6], seesNothing) === 9, false);
});

test("on Notakto it avoids the line that loses, if it sees it", () => {
  equal(easyMove(NOTAKTO, [0, 1, 3, 7], seesAll), 5);
  equal(
    easyMove(NOTAKTO, [0, 1, 3, 7], () => 0.41),
    5,
  );
});
