// What a page of the server says of a game that has ended: what decided it, and the seal that it has brought.

import { announce } from "./announcer.js";
import { newSeal, page, reviewSummary } from "./elements.js";
import { resultFor } from "./state.js";

/** @import { State } from "./types.js"; */

const LEAST_MOVES = 3;
const ASK_EVERY = 1500; // milliseconds
const MAX_QUESTIONS = 20; // The review of a large board takes longer, and its own page shows how far it is.

let isAsked = false;

/**
 * Ask for the review of a finished game, and show its one sentence once it is complete.
 *
 * @param {State} game
 */
export function showReviewSummary(game) {
  if (!reviewSummary) return;
  reviewSummary.root.hidden = !isTelling(game);
  if (reviewSummary.root.hidden || isAsked) return;
  isAsked = true;
  void ask(reviewSummary, MAX_QUESTIONS);
}

/**
 * Return whether a review has more to say than the result: of a game that was played, and not given up.
 *
 * @param {State} game
 */
function isTelling({ status, outcome, moves, start_ply: start }) {
  const isPlayed = moves.length - start >= LEAST_MOVES && outcome?.reason !== "resigned";
  return status === "finished" && isPlayed;
}

/**
 * @param {{ root: HTMLElement, words: HTMLElement }} parts
 * @param {number} questions left
 */
async function ask({ root, words }, questions) {
  const headers = { Accept: "application/json" };
  const response = await fetch(root.getAttribute("href") ?? "", { headers }).catch(() => null);
  const review = response?.ok ? await response.json() : null;
  if (review?.is_complete) words.textContent = review.words;
  else if (review && questions > 1)
    setTimeout(() => void ask({ root, words }, questions - 1), ASK_EVERY);
}

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
  const response = await fetch(page.dataset.address ?? "").catch(() => null);
  if (!response?.ok) return;
  const shown = new DOMParser().parseFromString(await response.text(), "text/html");
  newSeal.replaceChildren(...(shown.querySelector("[data-new-seal]")?.childNodes ?? []));
  const words = newSeal.textContent?.trim() ?? "";
  if (words) announce(words);
}
