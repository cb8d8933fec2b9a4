// Prints what the script draws at the end of a game, for test_strike.py: the strokes through all lines of each board, and
// how hands are laid on the boards of draws.

import { readFileSync } from "node:fs";
import { shakeHands, shaking, strikeThrough } from "../../static/js/position.js";

/** @typedef {{ lines: number[][], width: number, reach: number }} Board */
/** @typedef {{ marks: string[], last: number, width: number }} Draw */

/** @type {{ boards: Board[], draws: Draw[] }} */
const { boards, draws } = JSON.parse(readFileSync(0, "utf-8"));

/** @param {(element: any) => void} draw */
function drawnBy(draw) {
  const drawn = /** @type {Record<string, string>} */ ({});
  const setAttribute = (/** @type {string} */ name, /** @type {string} */ value) => {
    drawn[name] = value;
  };
  draw({ setAttribute, removeAttribute: () => {}, getAttribute: () => null });
  return drawn;
}

/** @param {Board} board */
function strokes({ lines, width, reach }) {
  return lines.map((line) => {
    const draw = (/** @type {any} */ element) =>
      strikeThrough({ ...element, dataset: { reach } }, line, width, "X".repeat(width ** 2));
    return drawnBy(draw).d ?? "";
  });
}

/** @param {Draw} draw */
function hands({ marks, last, width }) {
  const pair = shaking(last, marks, width);
  return drawnBy((element) => shakeHands(element, pair, width, marks)).transform ?? "";
}

process.stdout.write(JSON.stringify({ strokes: boards.map(strokes), hands: draws.map(hands) }));
