// What decided a game, from its review, which the server begins to make when the game ends.

import { reviewSummary } from "./elements.js";

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
