// What a page of the server says of a game that has ended: what decided it.

import { drawBoard } from "./board.js";
import { page } from "./elements.js";
import { findOptional } from "../../dom.js";
import { gettext } from "../../words.js";

/** @typedef {{ number: number, cell: number, words: string }} WayBack the mistake that lost, and what would have held */

const LEAST_MOVES = 3;
const ASK_EVERY = 1500; // milliseconds
const PATIENCE = 6000; // milliseconds, after which the words are those before, while it is asked for on
const MAX_QUESTIONS = 20; // The review of a large board takes longer, and its own page shows how far it is.

let isAsked = false;

// Where a review has more to say than the result: of a game that was played, not given up, and has no next one by itself.
/** @param {PageState} state of a game that is over */
export function showReviewSummary(state) {
  const reviewLink = findOptional("review-link", HTMLAnchorElement);
  const reviewWords = findOptional("review-words", HTMLElement);
  const { outcome, moves, start_ply: start, goes_on: goesOn } = state.game;
  const isPlayed = moves.length - start >= LEAST_MOVES && outcome?.reason !== "resigned";
  if (!reviewLink || !reviewWords || isAsked || !isPlayed || goesOn) return;
  isAsked = true;
  void showWords(reviewWords, reviewLink, state);
}

/** @param {HTMLElement} element @param {HTMLAnchorElement} link to the review @param {PageState} state */
async function showWords(element, link, state) {
  const { textContent: before } = element;
  element.textContent = gettext("Looking at your moves…");
  const patience = setTimeout(() => (element.textContent = before), PATIENCE);
  const review = await ask(link.href, MAX_QUESTIONS);
  clearTimeout(patience);
  const { result, outcome } = state.game;
  element.textContent = review?.words ?? before;
  if (review?.way_back && result === "lost" && outcome?.reason === "line")
    showWayBack(element, link, review.way_back, state);
}

// Lead who has lost to the move that would have held, whose square is ringed on the board.
/** @param {HTMLElement} element @param {HTMLAnchorElement} link @param {WayBack} wayBack @param {PageState} state */
function showWayBack(element, link, { number, cell, words }, state) {
  element.textContent = words;
  link.href = `${link.dataset.wayBack}?number=${number}`;
  link.textContent = gettext("Try it ▸");
  page.dataset.held = "";
  state.held = cell;
  drawBoard(state, state);
}

/** @param {string} address @param {number} questions left @returns {Promise<{ words: string, way_back: WayBack | null } | null>} */
async function ask(address, questions) {
  const headers = { Accept: "application/json" };
  const response = await fetch(address, { headers }).catch(() => null);
  const review = response?.ok ? await response.json() : null;
  if (review?.is_complete) return review;
  if (!review || questions === 1) return null;
  await new Promise((done) => setTimeout(done, ASK_EVERY));
  return ask(address, questions - 1);
}
