// Makes a board of small cells larger within its window: by pinching, by a double tap, and by buttons.

import { find, findAll, findOptional } from "./dom.js";

const LEVELS = [1, 1.6, 2.2, 3]; // how many times as large as the window
const LARGEST = 3;
const DOUBLE_TAP = 300; // milliseconds between two taps
const SAME_PLACE = 30; // pixels

/** @param {HTMLElement} board */
export function bindZoom(board) {
  const group = findOptional("zoom", HTMLElement, board);
  if (!group) return;
  const buttons = findAll("zoom-by", HTMLButtonElement, group);
  const view = find("window", HTMLElement, board);
  const surface = find("surface", HTMLElement, board);
  let level = 1;

  // What is at the point (x, y) of the page stays there.
  /** @param {number} wanted @param {number} x pixels @param {number} y pixels */
  const zoomTo = (wanted, x, y) => {
    const { clientHeight, scrollLeft, scrollTop } = view;
    const { left, top } = view.getBoundingClientRect();
    const before = level;
    level = Math.min(Math.max(wanted, 1), LARGEST);
    // The window keeps its height, so that nothing below the board moves.
    view.toggleAttribute("data-zoomed", level > 1);
    view.style.height = level > 1 ? `${clientHeight}px` : "";
    surface.style.setProperty("--zoom", String(level));
    view.scrollLeft = ((scrollLeft + x - left) * level) / before - x + left;
    view.scrollTop = ((scrollTop + y - top) * level) / before - y + top;
    for (const button of buttons) {
      const isAtEnd = Number(button.dataset.zoomBy) > 0 ? level >= LARGEST : level <= 1;
      button.setAttribute("aria-disabled", String(isAtEnd));
    }
  };

  for (const button of buttons) {
    button.addEventListener("click", () => {
      const isLarger = Number(button.dataset.zoomBy) > 0;
      const next = LEVELS.findIndex((other) => (isLarger ? other > level : other >= level));
      const wanted = LEVELS[isLarger ? next : next - 1];
      const { left, top } = view.getBoundingClientRect();
      if (wanted) zoomTo(wanted, left + view.clientWidth / 2, top + view.clientHeight / 2);
    });
  }

  let [startLevel, startDistance] = [1, 0];
  const start = (/** @type {TouchEvent} */ { touches }) => {
    [startLevel, startDistance] = [level, distance(touches)];
  };
  const pinch = (/** @type {TouchEvent} */ event) => {
    const [first, second] = event.touches;
    if (!first || !second || !startDistance) return;
    event.preventDefault(); // which would make the whole page larger
    const [x, y] = [(first.clientX + second.clientX) / 2, (first.clientY + second.clientY) / 2];
    zoomTo((startLevel * distance(event.touches)) / startDistance, x, y);
  };
  view.addEventListener("touchstart", start, { passive: true });
  view.addEventListener("touchmove", pinch, { passive: false });

  // A second tap that comes at once zooms; one that comes later plays, so nothing is played by it.
  let last = { x: 0, y: 0, at: -DOUBLE_TAP };
  const tap = (/** @type {MouseEvent} */ event) => {
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    if (!isTouch || !group.checkVisibility()) return;
    const { clientX: x, clientY: y, timeStamp: at } = event;
    const isNear = Math.hypot(x - last.x, y - last.y) < SAME_PLACE;
    const isDouble = isNear && at - last.at < DOUBLE_TAP;
    last = { x, y, at: isDouble ? -DOUBLE_TAP : at };
    if (!isDouble) return;
    event.preventDefault();
    event.stopPropagation();
    zoomTo(level > 1 ? 1 : 2.2, x, y);
  };
  view.addEventListener("click", tap, { capture: true });
}

/** @param {TouchList} touches @returns {number} 0 unless there are two */
const distance = ([first, second]) =>
  first && second ? Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY) : 0;
