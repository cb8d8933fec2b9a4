// Steps through positions: by links, of which `data-step` names the direction or `data-ply` the position, by keys, and by
// swipes over a board. Without scripts the same links lead to pages that show the positions.

import { bindLinks, closest, find, findAll, findOptional, isTyping, setAttribute } from "./dom.js";
import { keyOf } from "./keys.js";

/** @typedef {"first" | "back" | "on" | "last"} Direction */

/** @type {Record<string, Direction>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "on", "[": "back", "]": "on" };
/** @type {Record<string, Direction>} where a line of play has the focus; elsewhere they scroll the page */
const END_KEYS = { Home: "first", End: "last" };
const SWIPE = 40; // pixels, and more than twice as far to the side as up or down

/** @param {HTMLElement | Document} root @param {() => [shown: number, last: number]} now
 * @param {(number: number, isStep: boolean) => void} go */
export function bindSteps(root, now, go) {
  bindLinks(root, "[data-step], [data-ply]", ({ dataset: { step, ply } }) => {
    go(ply ? Number(ply) : numberOf(step, ...now()), !ply);
  });
}

/** @param {string | undefined} step @param {number} shown @param {number} last */
function numberOf(step, shown, last) {
  if (step === "first") return 0;
  if (step === "back") return Math.max(0, shown - 1);
  return step === "on" ? Math.min(last, shown + 1) : last;
}

/** @param {HTMLElement} root @param {number} shown @param {number} last
 * @param {(number: number) => string} addressOf */
export function drawSteps(root, shown, last, addressOf) {
  find("shown-step", HTMLElement, root).textContent = String(shown);
  const end = findOptional("last-step", HTMLElement, root);
  if (end) end.textContent = String(last);
  for (const link of findAll("step", HTMLAnchorElement, root)) {
    const number = numberOf(link.dataset.step, shown, last);
    link.href = addressOf(number);
    setAttribute(link, "aria-disabled", number === shown || null);
  }
}

// Brings the move that is shown into the middle of the list, which may be a strip.
/** @param {HTMLElement} list @param {number} shown */
export function drawShown(list, shown) {
  for (const link of findAll("ply", HTMLElement, list)) {
    const isShown = Number(link.dataset.ply) === shown;
    setAttribute(link, "aria-current", isShown ? "step" : null);
    if (!isShown) continue;
    link.closest("details")?.toggleAttribute("open", true);
    list.scrollTop = link.offsetTop - (list.clientHeight - link.offsetHeight) / 2;
    list.scrollLeft = link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
  }
}

document.addEventListener("keydown", (event) => {
  const { target } = event;
  const key = keyOf(event);
  const stepper = closest(target, "[data-stepper]", HTMLElement);
  const direction = KEYS[key] ?? (stepper && END_KEYS[key]);
  // On a board the arrows move from cell to cell.
  const isOnBoard = key.startsWith("Arrow") && closest(target, "[data-rows]", HTMLElement);
  if (!direction || isOnBoard || isTyping(event)) return;
  event.preventDefault();
  press(direction, stepper);
});

/** @param {Direction} direction @param {HTMLElement | null} [stepper] */
function press(direction, stepper) {
  const links = findAll(`step="${direction}"`, HTMLElement, stepper ?? undefined);
  const own = links.filter((link) => stepper || !link.closest("[data-stepper]"));
  // What is hidden stands in for what is in sight, such as the steps of an answer in a lesson that is shown to a room.
  (own.find((link) => link.checkVisibility()) ?? own[0])?.click();
}

// To the left comes the next move. The page still scrolls up and down if a style says touch-action: pan-y pinch-zoom.
/** @param {HTMLElement} board @param {() => boolean} [canStep] */
export function bindSwipe(board, canStep = () => true) {
  /** @type {{ x: number, y: number } | null} */
  let from = null;
  board.addEventListener("pointerdown", ({ clientX: x, clientY: y, isPrimary, pointerType }) => {
    // A second finger zooms, a mouse has links to press, and a board that is larger than its window is moved.
    const isFree = isPrimary && pointerType !== "mouse" && !board.querySelector("[data-zoomed]");
    from = isFree && canStep() ? { x, y } : null;
  });
  board.addEventListener("pointercancel", () => (from = null));
  board.addEventListener("pointerup", ({ clientX, clientY }) => {
    const [right, down] = from ? [clientX - from.x, clientY - from.y] : [0, 0];
    from = null;
    if (Math.abs(right) < SWIPE || Math.abs(right) < 2 * Math.abs(down)) return;
    press(right < 0 ? "on" : "back");
  });
}

// Plays the moves one by one, until somebody steps, or over and over again with a rest at the end. A button turns it on
// and off, as the function does that is returned.
/** @param {HTMLElement} root @param {number} pace milliseconds from one move to the next @param {number} [rest] moves' time */
export function bindPlayback(root, pace, rest = 0) {
  const button = find("playback", HTMLButtonElement, root);
  const stepLink = (/** @type {Direction} */ step) => find(`step="${step}"`, HTMLElement, root);
  const isOver = () => stepLink("on").ariaDisabled === "true";
  let [timer, rested, isOwn] = [0, 0, false];
  const play = (/** @type {boolean} */ on) => {
    clearInterval(timer);
    timer = on ? setInterval(next, pace) : 0;
    button.setAttribute("aria-pressed", String(on));
  };
  const next = () => {
    if (root.hidden || document.hidden) return;
    rested = isOver() ? rested + 1 : 0;
    if (rested > 0 && rested < rest) return;
    isOwn = true;
    stepLink(rested > 0 ? "first" : "on").click();
    isOwn = false;
    if (!rest && isOver()) play(false);
  };
  button.addEventListener("click", () => {
    play(!timer);
    if (timer) next();
  });
  const stop = (/** @type {Event} */ { target }) => {
    if (!isOwn && !(target instanceof Node && button.contains(target))) play(false);
  };
  root.addEventListener("click", stop, { capture: true });
  return play;
}
