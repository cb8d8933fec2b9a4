// Makes a board of small cells larger within its window: by pinching, by a double tap, and by buttons.

import { boardWindow, surface, zoom } from "./elements.js";

const LEVELS = [1, 1.6, 2.2, 3]; // how many times as large as the window
const DOUBLE_TAP = 300; // milliseconds between two taps
const SAME_PLACE = 30; // pixels

let level = 1;

/** Let people make the board larger, where it is one that has cells too small for a finger. */
export function bindZoom() {
  if (!zoom) return;
  for (const button of zoom.buttons) {
    button.addEventListener("click", () => step(Number(button.dataset.zoomBy)));
  }
  bindPinch();
  bindDoubleTap();
}

/** @param {number} by how many levels */
function step(by) {
  const next = LEVELS.filter((other) => (by > 0 ? other > level : other < level));
  const wanted = by > 0 ? next[0] : next.at(-1);
  if (wanted !== undefined)
    zoomTo(wanted, boardWindow.clientWidth / 2, boardWindow.clientHeight / 2);
}

/**
 * Make the board larger or smaller; what is at the point (x, y) of the window stays there.
 *
 * @param {number} wanted
 * @param {number} x pixels from the left of the window
 * @param {number} y pixels from its top
 */
function zoomTo(wanted, x, y) {
  const height = boardWindow.clientHeight;
  const left = (boardWindow.scrollLeft + x) / level;
  const top = (boardWindow.scrollTop + y) / level;
  level = Math.min(Math.max(wanted, 1), LEVELS.at(-1) ?? 1);
  // The window keeps its height, so that nothing below the board moves.
  boardWindow.style.height = level > 1 ? `${height}px` : "";
  surface.style.setProperty("--zoom", String(level));
  boardWindow.scrollLeft = left * level - x;
  boardWindow.scrollTop = top * level - y;
  for (const button of zoom?.buttons ?? []) {
    const isAtEnd = Number(button.dataset.zoomBy) > 0 ? level >= 3 : level <= 1;
    button.setAttribute("aria-disabled", String(isAtEnd));
  }
}

function bindPinch() {
  let startLevel = 1;
  let startDistance = 0;
  boardWindow.addEventListener(
    "touchstart",
    ({ touches }) => {
      startDistance = distance(touches);
      startLevel = level;
    },
    { passive: true },
  );
  boardWindow.addEventListener(
    "touchmove",
    (event) => {
      const [first, second] = event.touches;
      if (!first || !second || !startDistance) return;
      event.preventDefault(); // which would make the whole page larger
      const { left, top } = boardWindow.getBoundingClientRect();
      const x = (first.clientX + second.clientX) / 2 - left;
      const y = (first.clientY + second.clientY) / 2 - top;
      zoomTo((startLevel * distance(event.touches)) / startDistance, x, y);
    },
    { passive: false },
  );
}

/**
 * Return how far two fingers are apart, 0 if there are not two.
 *
 * @param {TouchList} touches
 */
function distance([first, second]) {
  return first && second
    ? Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY)
    : 0;
}

/** A second tap that comes at once zooms; one that comes later plays, so nothing is played by it. */
function bindDoubleTap() {
  let tappedAt = 0;
  let [lastX, lastY] = [0, 0];
  boardWindow.addEventListener(
    "click",
    (event) => {
      if (
        !(event instanceof PointerEvent) ||
        event.pointerType !== "touch" ||
        !zoom?.root.checkVisibility()
      )
        return;
      const isNear = Math.hypot(event.clientX - lastX, event.clientY - lastY) < SAME_PLACE;
      const isDouble = isNear && event.timeStamp - tappedAt < DOUBLE_TAP;
      [lastX, lastY] = [event.clientX, event.clientY];
      tappedAt = isDouble ? 0 : event.timeStamp;
      if (!isDouble) return;
      event.preventDefault();
      event.stopPropagation();
      const { left, top } = boardWindow.getBoundingClientRect();
      zoomTo(level > 1 ? 1 : (LEVELS[2] ?? 1), event.clientX - left, event.clientY - top);
    },
    { capture: true },
  );
}
