// Starts the game's page: joins the connection, the store, what people press and what is drawn.

import { gameAddress, plyAddress, plyInHash, plyInSearch } from "../../addresses.js";
import { bindExhibition } from "./actions.js";
import {
  announce,
  hideNote,
  reportFound,
  reportLost,
  reportNotSaved,
  reportSaved,
  showAlert,
  showConnection,
  showNote,
  unansweredWords,
} from "./announcer.js";
import { Aim } from "../../board-input.js";
import { hintWords, spokenCellName } from "./board.js";
import { Connection } from "./connection.js";
import * as elements from "./elements.js";
import {
  bindBoard,
  bindDialog,
  bindForm,
  bindKeys,
  bindReactions,
  bindRequest,
  bindSteps,
  focusBoard,
} from "./input.js";
import { bindPlayback } from "./moves.js";
import { showReaction, startClocks } from "./players.js";
import { bindPreferences, isChosen, noteInvitation } from "../../remembered.js";
import * as protocol from "./protocol.js";
import { createRenderer } from "./render.js";
import { playChange, playFor } from "./sound.js";
import { canPlay, isOpponentGone, isYourMove, newest, shownHint, targetCell } from "./state.js";
import { Store } from "./store.js";
import { gettext, interpolate } from "../../words.js";

/** @import { Request } from "./connection.js"; */
/** @import { ClientMessage, PresenceMessage, ServerMessage, State } from "./types.js"; */

const WIPED_WITHIN = 120; // milliseconds that the board takes to be wiped for the next game
const FOLLOW_AFTER = 1500; // milliseconds in which one sees how a game ended before the page goes to the next

const { address = "", socket = "", gameAddress: addressTemplate = "" } = elements.page.dataset;
const store = new Store(JSON.parse(document.getElementById("state")?.textContent ?? ""));
const { state } = store;
const hasPlayed = state.game.you.length > 0;
const wasOwner = state.game.is_owner;
const draw = createRenderer(state);
let previousGame = state.game;
let isFirstState = true; // whether the next state is the first of a connection

store.addEventListener("change", () => {
  draw();
  noteInvitation(address, state.game.status === "waiting" && hasPlayed);
  showAddress();
  playChange(state.game, previousGame);
  followRematch(previousGame);
  previousGame = state.game;
});

document.addEventListener("visibilitychange", draw);

const connection = new Connection(socket, `${address}messages/`, {
  onMessage: handle,
  onOpen: reportOpen,
  onLost: reportLost,
  onGone: reportGone,
  onNotSaved: reportNotSaved,
  onUnanswered: giveUp,
});

function reportOpen() {
  isFirstState = true;
  reportFound();
}

function reportGone() {
  store.markGone();
  showConnection(true);
  showAlert(gettext("This game is no longer here. You can start a new one."));
}

/** @param {Request} request */
function giveUp(request) {
  const { message, wasSent } = request;
  const isMove = message.type === "move";
  forgetRequests();
  store.resolveHint(message.id);
  if (isMove && wasSent) store.markUncertain();
  else if (isMove) store.clearPending();
  // The server answers this after everything that was sent before it.
  connection.send(protocol.sync());
  reportSaved();
  showAlert(unansweredWords(request));
}

/** @param {ServerMessage} message */
function handle(message) {
  if (message.type === "ok" || message.type === "no") reportSaved();
  if (message.type === "state") receiveState(message);
  else if (message.type === "presence") receivePresence(message);
  else if (message.type === "no") receiveRefusal(message);
  else if (message.type === "hint") {
    store.resolveHint(message.id, message);
    if (shownHint(state)) announce(message.words);
  } else if (message.type === "reaction") {
    const isOwn = state.game.you.includes(message.mark);
    if (isOwn || !isChosen("mute")) showReaction(message.mark, message.reaction, state);
  } else if (message.type === "pong" && isBehind(message.version)) {
    connection.send(protocol.sync());
  }
}

/**
 * Say whether the page has missed something, or whether a move that was given up is on the board.
 *
 * @param {number} version of the game at the server
 */
function isBehind(version) {
  return version !== newest(state).version || state.isUncertain;
}

/** @param {State} game */
function receiveState(game) {
  // The player went on at another device. The page shows what a visitor may do when it is loaded again.
  if ((hasPlayed && game.you.length === 0) || (wasOwner && !game.is_owner)) location.reload();
  // Whoever joined by chance has brought another board.
  if (game.variant !== state.game.variant) location.reload();
  if (game.version > newest(state).version) showAlert("");
  store.receive(game, isFirstState);
  isFirstState = false;
  if (state.wantsUndo) takeBack();
}

/** @param {PresenceMessage} message */
function receivePresence(message) {
  store.setPresence(message);
  // Every sign of life puts off when the game may be claimed, so ask for that time again.
  if (state.game.you.length === 1) connection.send(protocol.sync());
}

/** @param {Extract<ServerMessage, { type: "no" }>} refusal */
function receiveRefusal({ id, message, state: game }) {
  if (id === state.pending?.id) store.clearPending();
  store.resolveHint(id);
  if (game) receiveState(game);
  forgetRequests();
  showAlert(message);
}

/** @param {number} cell */
function play(cell) {
  const target = targetCell(state, cell);
  if (state.viewedPly !== null) {
    store.view(null); // The first press leads back to the game, and plays nothing unseen.
  } else if (target !== null && canPlay(state, cell)) {
    showAlert("");
    const message = protocol.move(state.game.ply, target);
    store.setPending(message.id, target);
    connection.request(message);
  } else {
    showNote(whyNot(target));
  }
}

/**
 * Return why a press on the board plays nothing.
 *
 * @param {number | null} target the cell that it would play
 */
function whyNot(target) {
  const { status, words, you, turn } = state.game;
  if (status !== "playing" || !you.includes(turn)) return words;
  if (state.pending) return gettext("Sending your move");
  return target === null ? gettext("That square is taken") : gettext("Wait for the connection");
}

function takeBack() {
  store.setWantsUndo(state.pending !== null);
  if (!state.wantsUndo) connection.request(protocol.undo(newest(state).ply));
}

function offerDraw() {
  connection.request(protocol.draw(state.game.ply));
}

function toggleHint() {
  if (shownHint(state)) store.hideHint();
  else if (isYourMove(state) && state.hintRequest === null) askForHint();
}

function askForHint() {
  const message = protocol.hint(state.game.ply);
  store.setHintRequest(message.id);
  connection.request(message);
}

function askForRematch() {
  if (isOpponentGone(state)) return;
  if (state.game.next) {
    goToGame(state.game.next);
    return;
  }
  store.setWantsRematch(true);
  connection.request(protocol.rematch());
}

function forgetRequests() {
  store.setWantsRematch(false);
  store.setWantsUndo(false);
}

/**
 * Go to the rematch if this person asked for it. Spectators go there with the players, and who came to a game in vain
 * goes on to another one.
 *
 * @param {State} before the game as it was drawn before
 */
function followRematch(before) {
  const { next, you, status } = state.game;
  if (!next) return;
  if (state.wantsRematch) goToGame(next);
  else if (!before.next && (you.length === 0 || status === "closed"))
    setTimeout(() => goToGame(next), FOLLOW_AFTER);
}

/** @param {string} id */
function goToGame(id) {
  // The back button may show this page again, which must then stay.
  store.setWantsRematch(false);
  elements.board.dataset.wiped = "";
  setTimeout(() => location.assign(gameAddress(addressTemplate, id)), WIPED_WITHIN);
}

/** Let the address name the shown position, so that a reload or a copied address shows it again. */
function showAddress() {
  const shown = plyAddress(address, state.viewedPly);
  const { pathname, search, hash } = location;
  if (pathname + search + hash !== shown) history.replaceState(null, "", shown);
}

/**
 * Return the cell of this person's first move.
 *
 * @param {State} game
 */
function firstMove({ moves, start_ply, you }) {
  return moves.find((_, ply) => ply >= start_ply && you.includes(ply % 2 ? "O" : "X"));
}

const aim = new Aim(elements.board, elements.cells, {
  targetOf: (cell) => (isYourMove(state) ? targetCell(state, cell) : null),
  askAgain: (cell) => showNote(again(cell), Infinity),
  hide: hideNote,
});
store.addEventListener("change", () => aim.update());

/** @param {number} cell */
function again(cell) {
  const name = spokenCellName(cell) + hintWords(shownHint(state), cell);
  return interpolate(gettext("Tap again to play %(cell)s"), { cell: name });
}

/** @param {ClientMessage} message */
const request = (message) => connection.request(message);

// A disabled button loses the focus; one with aria-disabled, which drawing sets, keeps it.
for (const button of elements.slots) button.disabled = false;
startClocks(state, () => connection.send(protocol.sync()));
if (elements.moveForm) {
  bindBoard(elements.moveForm, play, aim);
  if (state.game.status === "playing" && state.game.ply - state.game.start_ply < 3)
    focusBoard(firstMove(state.game));
}
bindKeys(play);
if (elements.zoom) void import("../../zoom.js").then(({ bindZoom }) => bindZoom(elements.board));
bindDialog(elements.keysButton, elements.keysDialog);
bindDialog(elements.preferencesButton, elements.preferencesDialog);
bindPreferences(elements.preferences, (name) => name !== "mute" && playFor("move"));
bindSteps(store);
bindPlayback(store);
bindForm(elements.claim?.form, (button) =>
  request(protocol.claim(button instanceof HTMLButtonElement ? button.value : "")),
);
bindForm(elements.resignForm, () => request(protocol.resign()));
bindForm(elements.rematch?.root, askForRematch);
bindForm(elements.hint.form, toggleHint);
bindRequest("undo", takeBack, () => request(protocol.decline(state.game.ply)));
bindRequest("draw", offerDraw, () => request(protocol.decline_draw(state.game.ply)));
bindExhibition(() => state.game, request);
bindReactions((reaction) => request(protocol.react(reaction)));

noteInvitation(address, state.game.status === "waiting" && hasPlayed);
addEventListener("hashchange", () => {
  const ply = plyInHash(location.hash);
  if (ply !== null) store.view(ply);
});
const viewedPly = plyInHash(location.hash) ?? plyInSearch(location.search);
if (viewedPly === null) draw();
else store.view(viewedPly);
