// The part of exhibitions on the page of a game: pause and go on, one step, and the pace.

import { find, findOptional } from "../dom.js";
import { parts } from "../pages/game/parts.js";

const pause = findOptional("pause", HTMLFormElement); // for whoever directs the game
if (pause) bind(pause);

/** @param {HTMLFormElement} form */
function bind(form) {
  const labels = [...find("pause-name", HTMLElement, form).children]; // in the order of the template
  const step = find("one-step-name", HTMLElement);
  const paces = [...find("paces", HTMLElement).querySelectorAll("button")];
  parts.push(({ part }) => {
    const { is_paused: isPaused, pace } = part ?? {};
    form.dataset.message = isPaused ? "resume" : "pause";
    for (const [number, label] of labels.entries()) {
      label.toggleAttribute("data-shown", isPaused === (number === 1));
    }
    step.setAttribute("aria-disabled", String(!isPaused));
    for (const button of paces) {
      button.setAttribute("aria-pressed", String(Number(button.value) === pace));
    }
  });
}
