// Counts the clocks of a game down. The server decides whether a time is up.

import { MARKS, seats } from "./elements.js";

/** @import { PageState } from "./state.js"; */

const TICK = 100; // milliseconds between two drawings
const SHORT = 3000; // milliseconds that are always little time
const TENTHS_BELOW = 10000; // milliseconds, below which tenths of a second are shown
const ASK_EVERY = 1000; // milliseconds between two questions to the server whether the time is up

/**
 * Draw the clocks all the time, if the game has any, and call `onTimeUp` once a second while one shows no time left.
 *
 * @param {PageState} state
 * @param {() => void} onTimeUp
 */
export function startClocks(state, onTimeUp) {
  let askedAt = 0;
  const tick = () => {
    const isTimeUp = drawClocks(state) <= 0;
    if (!isTimeUp || Date.now() - askedAt < ASK_EVERY) return;
    askedAt = Date.now();
    onTimeUp();
  };
  if (state.game.clock) setInterval(tick, TICK);
}

/**
 * Draw both clocks, and return the milliseconds left on the one that runs, infinity if none does.
 *
 * @param {PageState} state
 */
function drawClocks({ game: { clock }, shownSince }) {
  let least = Infinity;
  for (const mark of MARKS) {
    const isRunning = clock?.running === mark;
    const used = isRunning ? Date.now() - shownSince : 0;
    const left = Math.max(0, (clock?.left[mark] ?? 0) - used);
    if (isRunning) least = left;
    drawClock(
      seats[mark].clock,
      left,
      isRunning && left < Math.max(SHORT, (clock?.total ?? 0) / 4),
    );
    seats[mark].clock?.toggleAttribute("data-running", isRunning);
  }
  return least;
}

/**
 * @param {HTMLElement | null} element
 * @param {number} left milliseconds
 * @param {boolean} isShort whether little time is left
 */
function drawClock(element, left, isShort) {
  if (!element) return;
  element.textContent = clockFace(left);
  element.toggleAttribute("data-close", isShort);
}

/** @param {number} left milliseconds */
function clockFace(left) {
  if (left < TENTHS_BELOW) return (left / 1000).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
