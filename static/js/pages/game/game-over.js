// What a page of the server says of a game that has been lost: what would have held it.

import { drawBoard } from "./board.js";
import { more, page } from "./elements.js";
import { find, findAll, findOptional } from "../../dom.js";

/** @typedef {{ number: number, cell: number, words: string }} WayBack the mistake that lost, and what would have held */

const ASK_EVERY = 1500; // milliseconds
const MAX_QUESTIONS = 20; // The review of a large board takes longer, and its own page shows how far it is.

let isAsked = false;

/** Lead who has lost to the move that would have held, whose square is ringed on the board.
 * @param {PageState} state of a game that is over */
export async function showWayBack(state) {
  const { outcome, result, goes_on: goesOn } = state.game;
  const held = findOptional("held", HTMLElement);
  if (!held || isAsked || goesOn || result !== "lost" || outcome?.reason !== "line") return;
  isAsked = true;
  const links = findAll("review-link", HTMLAnchorElement);
  const wayBack = await ask(links[0]?.href ?? "", MAX_QUESTIONS);
  if (!wayBack) return;
  find("held-words", HTMLElement, held).textContent = more.textContent = wayBack.words;
  const address = links.find((link) => link.dataset.wayBack)?.dataset.wayBack;
  for (const link of links) link.href = `${address}?number=${wayBack.number}`;
  for (const shown of [held, ...links]) shown.hidden = false;
  page.dataset.held = "";
  state.held = wayBack.cell;
  drawBoard(state, state);
}

/** @param {string} address @param {number} questions left @returns {Promise<WayBack | null>} */
async function ask(address, questions) {
  const headers = { Accept: "application/json" };
  const response = await fetch(address, { headers }).catch(() => null);
  const review = response?.ok ? await response.json() : null;
  if (review?.is_complete) return review.way_back;
  if (!review || questions === 1) return null;
  await new Promise((done) => setTimeout(done, ASK_EVERY));
  return ask(address, questions - 1);
}
