// The part of exhibitions on the page of a game: pause, step and speed of this page alone.

import { find, findOptional } from "../dom.js";
import { bindings } from "../pages/game/render.js";

const PACE = 1000; // milliseconds from one move to the next, where kept ones are shown as they would have come

const pause = findOptional("pause", HTMLButtonElement);
if (pause) bindings.push((store) => bind(store, pause));

// Keeps the moves that come while this page is paused, or slower than they are, and shows them one by one.
/** @param {Store} store @param {HTMLButtonElement} button */
function bind(store, button) {
  const step = find("one-step", HTMLButtonElement);
  const paces = [...find("paces", HTMLElement).querySelectorAll("button")];
  /** @type {State[]} */
  let kept = [];
  let isPaused = false;
  let pace = 0; // milliseconds from one move to the next, at least
  let shownAt = performance.now();
  let timer = 0;

  const showNext = () => {
    const [game, ...others] = kept;
    if (!game) return;
    kept = others;
    shownAt = performance.now();
    store.show(game, kept.at(-1) ?? null);
    goOn();
  };
  const goOn = () => {
    clearTimeout(timer);
    if (isPaused || !kept.length) return;
    timer = setTimeout(showNext, Math.max(0, shownAt + (pace || PACE) - performance.now()));
  };
  const drawControls = () => {
    const [pauses, goesOn] = button.querySelectorAll(".label");
    pauses?.toggleAttribute("data-shown", !isPaused);
    goesOn?.toggleAttribute("data-shown", isPaused);
    if (!isPaused && step === document.activeElement) button.focus();
    step.setAttribute("aria-disabled", String(!isPaused));
    for (const each of paces)
      each.setAttribute("aria-pressed", String(Number(each.value) === pace));
  };

  store.keep = (game, isFirst) => {
    const isLate = isPaused || pace > 0 || kept.length > 0;
    const isNews = game.version > store.state.newest.version;
    if (isFirst || !isLate || !(isNews || kept.length)) {
      kept = [];
      shownAt = performance.now();
      return false;
    }
    if (isNews) kept.push(game);
    goOn();
    return true;
  };
  button.addEventListener("click", () => {
    isPaused = !isPaused;
    goOn();
    drawControls();
  });
  step.addEventListener("click", () => {
    if (isPaused) showNext();
  });
  for (const each of paces) {
    each.addEventListener("click", () => {
      pace = Number(each.value);
      each.closest("details")?.removeAttribute("open");
      each.closest("details")?.querySelector("summary")?.focus();
      goOn();
      drawControls();
    });
  }
}
