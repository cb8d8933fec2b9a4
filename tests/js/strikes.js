// Prints what the script draws at the end of a game, for test_strike.py: the strokes through all lines of each board, and
// how hands are laid on the boards of draws.

import { readFileSync } from "node:fs";
import { shakeHands, shaking, strikeThrough } from "../../static/js/position.js";

/** @typedef {import("../../static/js/grid.js").Shape} Shape */
/** @typedef {{ lines: number[][], shape: Shape, reach: number }} Board */
/** @typedef {{ marks: string[], last: number, shape: Shape }} Draw */

/** @type {{ boards: Board[], draws: Draw[] }} */
const { boards, draws } = JSON.parse(readFileSync(0, "utf-8"));

/** @param {(element: any) => void} draw */
function drawnBy(draw) {
  const drawn = /** @type {Record<string, string>} */ ({});
  const setAttribute = (/** @type {string} */ name, /** @type {string} */ value) => {
    drawn[name] = value;
  };
  draw({
    setAttribute,
    removeAttribute: () => {},
    getAttribute: () => null,
    toggleAttribute: () => {},
  });
  return drawn;
}

/** @param {Board} board */
function strokes({ lines, shape, reach }) {
  return lines.map((line) => {
    const draw = (/** @type {any} */ element) =>
      strikeThrough({ ...element, dataset: { reach } }, line, shape, "X".repeat(225));
    return drawnBy(draw).d ?? "";
  });
}

/** @param {Draw} draw */
function hands({ marks, last, shape }) {
  const pair = shaking(last, marks, shape.width);
  return drawnBy((element) => shakeHands(element, pair, shape, marks)).transform ?? "";
}

process.stdout.write(JSON.stringify({ strokes: boards.map(strokes), hands: draws.map(hands) }));
