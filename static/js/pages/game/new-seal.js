// The seal that a game against the computer has brought, which the server's page of the game shows when it is over.

import { announce } from "./announcer.js";
import * as elements from "./elements.js";
import { resultFor } from "./state.js";

/** @import { State } from "./types.js"; */

/**
 * Show the seal, if there is one, when the game ends before one's eyes.
 *
 * @param {State} game
 * @param {State} previous what was drawn before
 */
export function showNewSeal(game, previous) {
  const hasEnded = resultFor(game) !== "" && resultFor(previous) === "";
  const isEarned = resultFor(game) === "won" || resultFor(game) === "drawn";
  if (hasEnded && isEarned && game.hints === 0 && isAgainstComputer(game)) void fetchSeal();
}

/** @param {State} game */
function isAgainstComputer({ seats }) {
  return Object.values(seats).some((seat) => seat?.level);
}

async function fetchSeal() {
  const { newSeal, page } = elements;
  const response = await fetch(page.dataset.address ?? "").catch(() => null);
  if (!response?.ok) return;
  const shown = new DOMParser().parseFromString(await response.text(), "text/html");
  newSeal.replaceChildren(...(shown.querySelector("[data-new-seal]")?.childNodes ?? []));
  const words = newSeal.textContent?.trim() ?? "";
  if (words) announce(words);
}
