// Draws the page from the state. Rooms bring parts of their own: their scripts, which run before the page is drawn
// first, add themselves here.

import { drawActions } from "./actions.js";
import { announceChange, announceConnection, drawTitle } from "./announcer.js";
import { drawBoard, drawMoves } from "./board.js";
import { page } from "./elements.js";
import { drawPlayers } from "./players.js";
import { drawAbsence, drawSentence, keepFocus } from "./sentence.js";

const CLAIM_TICK = 1000; // milliseconds between two drawings of the countdown to a claim

/** @type {((game: State) => void)[]} each draws its part of a state */
export const parts = [];

/** @type {((store: Store) => void)[]} each binds what people press to the page's state */
export const bindings = [];

/** @param {PageState} state @param {PageState} previous what was drawn before */
export function draw(state, previous) {
  page.toggleAttribute("data-connected", state.isConnected);
  drawBoard(state, previous);
  drawPlayers(state, previous);
  drawActions(state, previous);
  drawSentence(state);
  for (const drawPart of parts) drawPart(state.game);
  // What a review says to who has lost; where this fails, it has a page of its own.
  if (state.game.status === "finished")
    import("./game-over.js").then((over) => over.showWayBack(state)).catch(() => {});
  drawMoves(state);
  drawTitle(state.game, previous.game);
  keepFocus();
  announceChange(state, previous);
  announceConnection(state, previous);
}

/** @param {PageState} state of which the time until a claim is counted down */
export function startCountdown(state) {
  setInterval(() => {
    drawAbsence(state);
    keepFocus();
  }, CLAIM_TICK);
}
