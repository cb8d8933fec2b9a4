// The part of exhibitions on the page of a game: pause and go on, one step, the pace, and why the computer moved so.

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

const why = findOptional("why", HTMLElement);
if (why) explainMoves(why);

/**
 * Say why the computer made the move that is shown, as soon as another one is.
 *
 * @param {HTMLElement} line
 */
function explainMoves(line) {
  const shown = find("shown-step", HTMLElement);
  let asked = "";
  const explain = async () => {
    const ply = shown.textContent;
    if (ply === asked) return;
    asked = ply;
    const words = ply === "0" ? "" : await fetchWords(`${line.dataset.address}?ply=${ply}`);
    if (asked === ply) line.textContent = words;
  };
  new MutationObserver(() => void explain()).observe(shown, { childList: true });
  void explain();
}

/**
 * Return why a move was made, or why the server does not say it.
 *
 * @param {string} address
 * @returns {Promise<string>}
 */
async function fetchWords(address) {
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    const { words, message } = await response.json();
    return words ?? message ?? "";
  } catch {
    return "";
  }
}
