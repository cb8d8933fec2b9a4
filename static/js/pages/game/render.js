// Draws the page from the state.

import { drawActions, drawClaim, drawExhibition } from "./actions.js";
import { showNewSeal, showReviewSummary } from "./game-over.js";
import { announceChange, drawTitle } from "./announcer.js";
import { drawBoard } from "./board.js";
import { more, status } from "./elements.js";
import { drawMoves } from "./moves.js";
import { drawPlayers } from "./players.js";
import { gettext, interpolate } from "../../words.js";

/** @import { PageState } from "./state.js"; */

const LONG = 15; // letters, above which a sentence is written smaller
const VERY_LONG = 21; // letters, above which it is so on phones
const CLAIM_TICK = 1000; // milliseconds between two drawings of the countdown to a claim

/**
 * @param {PageState} state
 * @param {PageState} previous what was drawn before
 */
export function draw(state, previous) {
  const [words = "", rest = ""] = statusWords(state);
  status.textContent = words;
  more.textContent = rest;
  status.toggleAttribute("data-long", words.length > LONG);
  status.toggleAttribute("data-very-long", words.length > VERY_LONG);
  drawBoard(state, previous);
  drawPlayers(state, previous);
  drawActions(state, previous);
  drawExhibition(state.game);
  showReviewSummary(state.game);
  showNewSeal(state.game, previous.game);
  drawMoves(state);
  drawTitle(state.game, previous.game);
  keepFocus();
  announceChange(state, previous);
}

/** @param {PageState} state of which the time until a claim is counted down */
export function startCountdown(state) {
  setInterval(() => {
    drawClaim(state);
    keepFocus();
  }, CLAIM_TICK);
}

/** If what had the focus was hidden, move the focus to the sentence that says how the game stands. */
function keepFocus() {
  if (document.activeElement?.closest("[hidden]")) status.focus();
}

/**
 * Return how the game stands, and at its end what more there is to say.
 *
 * @param {PageState} state
 */
function statusWords({ game, viewedPly, pending, isGone }) {
  if (isGone) return [gettext("This game is gone")];
  if (pending) return [gettext("Sending…")];
  if (viewedPly === null) return game.outcome ? split(game.words) : [game.words];
  const place = { ply: viewedPly, last: game.ply };
  const words = interpolate(gettext("Move %(ply)s of %(last)s"), place);
  return [game.outcome ? words : `${words} · ${game.words}`];
}

/** @param {string} words of which the first sentence is the result */
const split = (words) => words.split(/(?<=[.!]) (.*)/s);
