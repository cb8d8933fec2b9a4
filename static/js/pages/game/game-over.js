// What a page of the server says of a game that has ended: what decided it.

import { reviewLink, reviewWords, turningPoint } from "./elements.js";
import { gettext } from "../../words.js";

/** @import { State } from "./types.js"; */
/** @typedef {{ words: string, mistake: number | null }} Review one sentence, and its number among the mistakes */

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
  if (!reviewLink || !reviewWords || isAsked || !isTelling(game)) return;
  isAsked = true;
  void showWords(reviewWords, reviewLink.href, game);
}

/**
 * @param {HTMLElement} element
 * @param {string} address of the review
 * @param {State} game
 */
async function showWords(element, address, game) {
  const { textContent: before } = element;
  element.textContent = gettext("Looking at your moves…");
  const review = await ask(address, MAX_QUESTIONS);
  const isDecided = review?.mistake && game.result === "lost" && game.outcome?.reason === "line";
  if (isDecided) showTurningPoint(review);
  // Which move lost the game is said once.
  element.textContent = isDecided ? before : (review?.words ?? before);
}

/**
 * Say in the place of how the opponent won what lost the game, with the way to try that move again.
 *
 * @param {Review} review
 */
function showTurningPoint({ words, mistake }) {
  if (!turningPoint) return;
  turningPoint.words.textContent = words;
  turningPoint.again.search = `?number=${mistake}`;
  turningPoint.root.hidden = false;
}

/**
 * Return whether a review has more to say than the result: of a game that was played, not given up, and does not go on
 * in its next one by itself.
 *
 * @param {State} game
 */
function isTelling({ status, outcome, moves, start_ply: start, next, next_by: nextBy }) {
  const isPlayed = moves.length - start >= LEAST_MOVES && outcome?.reason !== "resigned";
  return status === "finished" && isPlayed && (!next || Boolean(nextBy));
}

/**
 * Return a review once it is complete, null if it does not come.
 *
 * @param {string} address
 * @param {number} questions left
 * @returns {Promise<Review | null>}
 */
async function ask(address, questions) {
  const headers = { Accept: "application/json" };
  const response = await fetch(address, { headers }).catch(() => null);
  const review = response?.ok ? await response.json() : null;
  if (review?.is_complete) return review;
  if (!review || questions === 1) return null;
  await new Promise((done) => setTimeout(done, ASK_EVERY));
  return ask(address, questions - 1);
}
