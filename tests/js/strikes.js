// Prints what the script draws at the end of a game, for test_strike.py: the strokes through all lines of each board, and
// how hands are laid on the boards of draws.

import { readFileSync } from "node:fs";
import { endOf } from "../../static/js/pages/offline/end.js";

/** @type {{ boards: { lines: number[][], shape: Shape }[], draws: { marks: string[], last: number, shape: Shape }[] }} */
const { boards, draws } = JSON.parse(readFileSync(0, "utf-8"));
const strokes = boards.map(({ lines, shape }) =>
  lines.map((line) => endOf(shape, line, null, "X".repeat(225))?.strike),
);
const hands = draws.map(({ marks, last, shape }) => endOf(shape, [], last, marks)?.hands ?? "");

process.stdout.write(JSON.stringify({ strokes, hands }));
