// Prints the strokes of the script that draws them, for test_strike.py, which gives boards and their lines.

import { readFileSync } from "node:fs";
import { strikeThrough } from "../../static/js/position.js";

/** @typedef {{ lines: number[][], width: number, reach: number }} Board */

/** @type {Board[]} */
const boards = JSON.parse(readFileSync(0, "utf-8"));

/** @param {Board} board */
function ends({ lines, width, reach }) {
  const drawn = /** @type {Record<string, string>} */ ({});
  const setAttribute = (/** @type {string} */ name, /** @type {string} */ value) => {
    drawn[name] = value;
  };
  const element = /** @type {any} */ ({
    dataset: { reach },
    setAttribute,
    getAttribute: () => null,
  });
  return lines.map((line) => {
    strikeThrough(element, line, width, "X".repeat(width ** 2));
    return drawn.d ?? "";
  });
}

process.stdout.write(JSON.stringify(boards.map(ends)));
