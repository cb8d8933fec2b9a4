// What a page of the server says of a game that has ended: what decided it, and the achievement that it has brought.

import { announce } from "./announcer.js";
import { drawBoard } from "./board.js";
import { newAchievement, page, reviewLink, reviewWords } from "./elements.js";
import { gettext } from "../../words.js";

/** @import { PageState } from "./state.js"; */
/** @import { State } from "./types.js"; */
/** @typedef {{ number: number, cell: number, words: string }} WayBack the mistake that lost, and what would have held */
/** @typedef {{ words: string, way_back: WayBack | null }} Review one sentence */

const LEAST_MOVES = 3;
const ASK_EVERY = 1500; // milliseconds
const MAX_QUESTIONS = 20; // The review of a large board takes longer, and its own page shows how far it is.

let isAsked = false;

/**
 * Ask for the review of a finished game, and show its one sentence once it is complete.
 *
 * @param {PageState} state
 */
export function showReviewSummary(state) {
  if (!reviewLink || !reviewWords || isAsked || !isTelling(state.game)) return;
  isAsked = true;
  void showWords(reviewWords, reviewLink, state);
}

/**
 * @param {HTMLElement} element
 * @param {HTMLAnchorElement} link to the review
 * @param {PageState} state
 */
async function showWords(element, link, state) {
  const { textContent: before } = element;
  element.textContent = gettext("Looking at your moves…");
  const review = await ask(link.href, MAX_QUESTIONS);
  const { result, outcome } = state.game;
  element.textContent = review?.words ?? before;
  if (review?.way_back && result === "lost" && outcome?.reason === "line")
    showWayBack(element, link, review.way_back, state);
}

/**
 * Let the card lead to who has lost to the move that would have held, whose square is ringed on the board.
 *
 * @param {HTMLElement} element
 * @param {HTMLAnchorElement} link
 * @param {WayBack} wayBack
 * @param {PageState} state
 */
function showWayBack(element, link, { number, cell, words }, state) {
  element.textContent = words;
  link.href = `${link.dataset.wayBack}?number=${number}`;
  link.textContent = gettext("Try it ▸");
  page.dataset.held = "";
  state.held = cell;
  drawBoard(state, state);
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

/**
 * Show the achievement, if there is one, when the game ends before one's eyes.
 *
 * @param {State} game
 * @param {State} previous what was drawn before
 */
export function showNewAchievement(game, previous) {
  const hasEnded = game.result !== "" && previous.result === "";
  const isEarned = game.result === "won" || game.result === "drawn";
  if (hasEnded && isEarned && game.hints === 0 && isAgainstComputer(game))
    fetchAchievement().catch(() => {}); // The first page shows it, too.
}

/** @param {State} game */
function isAgainstComputer({ seats }) {
  return Object.values(seats).some((seat) => seat?.level);
}

async function fetchAchievement() {
  const { fetchPage } = await import("../../swap-page.js");
  const shown = await fetchPage(page.dataset.address ?? "");
  newAchievement.replaceChildren(
    ...(shown.page.querySelector("[data-new-achievement]")?.childNodes ?? []),
  );
  const words = newAchievement.textContent?.trim() ?? "";
  if (words) announce(words);
}
