// What a page of the server says of a game that has been lost: what would have held it.

import { drawBoard } from "./board.js";
import { moves, page } from "./elements.js";
import { drawSentence } from "./sentence.js";
import { find, findAll, findOptional } from "../../dom.js";

/** @typedef {[ply: number, label: string, sign: string, word: string]} Label of a move, from the mistake on */
/** @typedef {{ number: number, cell: number, words: string, sentence: string, labels: Label[] }} WayBack the mistake
 * that lost, and what would have held, in a few words and in a sentence */

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
  find("held-words", HTMLElement, held).textContent = wayBack.words;
  state.heldWords = wayBack.sentence;
  const address = links.find((link) => link.dataset.wayBack)?.dataset.wayBack;
  for (const link of links) link.href = `${address}?number=${wayBack.number}`;
  for (const shown of [held, ...links]) shown.hidden = false;
  for (const label of wayBack.labels) drawLabel(...label);
  page.dataset.held = "";
  state.held = wayBack.cell;
  moveChat();
  drawBoard(state, state);
  drawSentence(state);
}

// With the way back there are four things to press, so what one can say is under "More".
function moveChat() {
  const chat = document.querySelector(".slots[data-when~='finished'] > .chat");
  const summary = chat?.querySelector("summary");
  if (!chat || !summary) return;
  summary.className = "menu-entry";
  document.querySelector("[data-share-part] div.rest")?.prepend(chat);
}

/** @param {number} ply @param {string} label @param {string} sign @param {string} word */
function drawLabel(ply, label, sign, word) {
  const [small, mark] = [document.createElement("small"), document.createElement("b")];
  mark.textContent = sign;
  small.dataset.label = label;
  small.append(mark, ` ${word}`);
  moves.querySelector(`[data-ply="${ply}"]`)?.append(small);
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
