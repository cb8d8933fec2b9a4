// Plays the computer's own game, move by move and over again, until somebody steps or pauses. Who wants no motion starts it.

import { find } from "../../dom.js";
import { isStill } from "../../remembered.js";

const PACE = 1800; // milliseconds from one move to the next
const REST = 3; // moves' time at the end

const root = find("stepper", HTMLElement);
const button = find("playback", HTMLButtonElement, root);
let isPlaying = false;
let isOwn = false; // whether this has pressed
let rested = 0;

/** @param {boolean} on */
function play(on) {
  isPlaying = on;
  button.setAttribute("aria-pressed", String(on));
}

function next() {
  if (!isPlaying || root.hidden || document.hidden) return;
  const isOver = find(`step="on"`, HTMLElement, root).ariaDisabled === "true";
  rested = isOver ? rested + 1 : 0;
  if (rested > 0 && rested < REST) return;
  isOwn = true;
  find(`step="${isOver ? "first" : "on"}"`, HTMLElement, root).click();
  isOwn = false;
}

button.addEventListener("click", () => play(!isPlaying));
root.addEventListener(
  "click",
  ({ target }) => {
    const isButton = target instanceof Node && button.contains(target);
    if (!isOwn && !isButton) play(false);
  },
  { capture: true },
);
play(!isStill());
setInterval(next, PACE);
