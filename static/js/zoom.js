// Makes a board of small cells larger within its window: by pinching, by a double tap, and by buttons.

import { find, findAll, findOptional } from "./dom.js";

const LEVELS = [1, 1.6, 2.2, 3]; // how many times as large as the window
const LARGEST = LEVELS.at(-1) ?? 1;
const DOUBLE_TAP = 300; // milliseconds between two taps
const SAME_PLACE = 30; // pixels

/** @param {HTMLElement} board */
export function bindZoom(board) {
  const buttons = findOptional("zoom", HTMLElement, board);
  if (buttons) new Zoom(board, buttons).bind();
}

class Zoom {
  #group;
  #buttons;
  #window;
  #surface;
  #level = 1;

  /** @param {HTMLElement} board @param {HTMLElement} group of the buttons */
  constructor(board, group) {
    this.#group = group;
    this.#buttons = findAll("zoom-by", HTMLButtonElement, group);
    this.#window = find("window", HTMLElement, board);
    this.#surface = find("surface", HTMLElement, board);
  }

  bind() {
    for (const button of this.#buttons) {
      button.addEventListener("click", () => this.#step(Number(button.dataset.zoomBy)));
    }
    this.#bindPinch();
    this.#bindDoubleTap();
  }

  /** @param {number} by how many levels */
  #step(by) {
    const next = LEVELS.filter((other) => (by > 0 ? other > this.#level : other < this.#level));
    const wanted = by > 0 ? next[0] : next.at(-1);
    const { clientWidth, clientHeight } = this.#window;
    if (wanted !== undefined) this.#zoomTo(wanted, clientWidth / 2, clientHeight / 2);
  }

  // What is at the point (x, y) of the window stays there.
  /** @param {number} wanted @param {number} x pixels from the left of the window
   * @param {number} y pixels from its top */
  #zoomTo(wanted, x, y) {
    const { clientHeight, scrollLeft, scrollTop } = this.#window;
    const level = Math.min(Math.max(wanted, 1), LARGEST);
    const factor = level / this.#level;
    this.#level = level;
    // The window keeps its height, so that nothing below the board moves.
    this.#window.toggleAttribute("data-zoomed", level > 1);
    this.#window.style.height = level > 1 ? `${clientHeight}px` : "";
    this.#surface.style.setProperty("--zoom", String(level));
    this.#window.scrollLeft = (scrollLeft + x) * factor - x;
    this.#window.scrollTop = (scrollTop + y) * factor - y;
    for (const button of this.#buttons) {
      const isAtEnd = Number(button.dataset.zoomBy) > 0 ? level >= LARGEST : level <= 1;
      button.setAttribute("aria-disabled", String(isAtEnd));
    }
  }

  #bindPinch() {
    let startLevel = 1;
    let startDistance = 0;
    const start = (/** @type {TouchEvent} */ { touches }) => {
      startDistance = distance(touches);
      startLevel = this.#level;
    };
    const pinch = (/** @type {TouchEvent} */ event) => {
      const [first, second] = event.touches;
      if (!first || !second || !startDistance) return;
      event.preventDefault(); // which would make the whole page larger
      const { left, top } = this.#window.getBoundingClientRect();
      const x = (first.clientX + second.clientX) / 2 - left;
      const y = (first.clientY + second.clientY) / 2 - top;
      this.#zoomTo((startLevel * distance(event.touches)) / startDistance, x, y);
    };
    this.#window.addEventListener("touchstart", start, { passive: true });
    this.#window.addEventListener("touchmove", pinch, { passive: false });
  }

  /** A second tap that comes at once zooms; one that comes later plays, so nothing is played by it. */
  #bindDoubleTap() {
    let tappedAt = -DOUBLE_TAP;
    let [lastX, lastY] = [0, 0];
    const tap = (/** @type {MouseEvent} */ event) => {
      if (!isTouch(event) || !this.#group.checkVisibility()) return;
      const { clientX, clientY, timeStamp } = event;
      const isNear = Math.hypot(clientX - lastX, clientY - lastY) < SAME_PLACE;
      const isDouble = isNear && timeStamp - tappedAt < DOUBLE_TAP;
      [lastX, lastY] = [clientX, clientY];
      tappedAt = isDouble ? -DOUBLE_TAP : timeStamp;
      if (!isDouble) return;
      event.preventDefault();
      event.stopPropagation();
      const { left, top } = this.#window.getBoundingClientRect();
      this.#zoomTo(this.#level > 1 ? 1 : (LEVELS[2] ?? 1), clientX - left, clientY - top);
    };
    this.#window.addEventListener("click", tap, { capture: true });
  }
}

/** @param {MouseEvent} event */
const isTouch = (event) => event instanceof PointerEvent && event.pointerType === "touch";

/** @param {TouchList} touches */
function distance([first, second]) {
  return first && second
    ? Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY)
    : 0;
}
