// Starts the game's page: joins the connection, the store, what people press and what is drawn.

import { gameAddress, plyAddress, plyIn } from "../../addresses.js";
import {
  announce,
  lossWords,
  reportNotSaved,
  reportSaved,
  showAlert,
  showNote,
  unansweredWords,
} from "./announcer.js";
import { FormBoard } from "../../board.js";
import { describe } from "./board.js";
import { Connection } from "./connection.js";
import { find, findOptional, readJson } from "../../dom.js";
import * as elements from "./elements.js";
import { bindForms, bindKeys, focusBoard } from "./actions.js";
import { startClocks } from "./players.js";
import { showAim, showSaid } from "./sentence.js";
import { choose, hasLostSeat, isChosen, noteInvitation, noteLostSeat } from "../../remembered.js";
import * as protocol from "./protocol.js";
import { bindings, draw, startCountdown } from "./render.js";
import { withSounds } from "../../sounds.js";
import { isBeforeStart, Store } from "./state.js";
import { bindPlayback, bindSteps, bindSwipe } from "../../steps.js";
import { gettext } from "../../words.js";

const PLAYBACK_PACE = 1000; // milliseconds from one move to the next
const WIPED_WITHIN = 120; // milliseconds that the board takes to be wiped for the next game
const FOLLOW_AFTER = 1500; // milliseconds in which one sees how a game ended before the page goes to the next

const { address = "", socket = "", gameAddress: addressTemplate = "" } = elements.page.dataset;
const store = new Store(readJson("state"));
const { state } = store;
const drawn = state.game; // when the page was loaded
const hasPlayed = state.game.you.length > 0;
const isLoadedAgain = hasLostSeat(); // as its visitor was said to be somebody else
let previous = state.copy();
let isFirstState = true; // whether the next state is the first of a connection

for (const bind of bindings) bind(store);
store.addEventListener("change", show);
document.addEventListener("visibilitychange", show);

function show() {
  draw(state, previous);
  noteInvitation(address, hasPlayed && isBeforeStart(state.game));
  // A reload or a copied address shows the same position again.
  const shown = plyAddress(address, state.viewedPly);
  const { pathname, search, hash } = location;
  if (pathname + search + hash !== shown) history.replaceState(null, "", shown);
  followRematch(previous.game);
  const [now, before] = [state.copy(), previous];
  withSounds(({ playChange }) => playChange(now, before, elements.board.dataset.pieces));
  previous = now;
}

const connection = new Connection(socket, address, {
  onMessage: handle,
  onOpen() {
    isFirstState = true;
    store.change({ isConnected: true, loss: "" });
  },
  onLost(code) {
    // Who is here is not known until it is back.
    store.change({ isConnected: false, loss: state.loss || lossWords(code), presence: {} });
  },
  onGone() {
    store.change({ pending: null, isGone: true, isConnected: true, loss: "" });
    showAlert(gettext("This game is no longer here. You can start a new one."));
  },
  onNotSaved: reportNotSaved,
  onUnanswered: giveUp,
});

/** @param {SentRequest} unanswered */
function giveUp(unanswered) {
  const { message, wasSent } = unanswered;
  const isMove = message.type === "move";
  forgetRequests();
  store.resolveHint(message.id);
  if (isMove) store.change({ pending: null, isUncertain: wasSent });
  // The server answers this after everything that was sent before it.
  synchronize();
  reportSaved();
  showAlert(unansweredWords(unanswered));
}

/** @param {ServerMessage} message */
function handle(message) {
  const isAnswer = message.type === "ok" || message.type === "no" || "answers" in message;
  if (isAnswer) reportSaved();
  if (message.type === "state") receiveState(message);
  else if (message.type === "presence") {
    store.setPresence(message);
    // Every sign of life puts off when the game may be claimed, so ask for that time again.
    if (state.game.you.length === 1) synchronize();
  } else if (message.type === "no") receiveRefusal(message);
  else if (message.type === "hint") {
    store.resolveHint(message.id, message);
    if (state.shownHint) announce(message.words);
  } else if (message.type === "reaction") {
    const isOwn = state.game.you.includes(message.mark);
    if (isOwn || !isChosen("mute")) showSaid(message, state);
  } else if (message.type === "pong") {
    // Whether the page has missed something, or a move that was given up is on the board.
    if (message.version !== state.newest.version || state.isUncertain) synchronize();
  }
}

/** @param {State} game */
function receiveState(game) {
  // Loaded again, the page shows what a visitor may do, and why. It comes with the seat once more
  // where a browser sends no cookies with its sockets.
  if (hasPlayed && game.you.length === 0 && !isLoadedAgain) {
    noteLostSeat();
    location.reload();
  }
  if (game.variant !== drawn.variant || game.start_ply !== drawn.start_ply) {
    // Whoever joined has brought another board, or an opening. To load that is to come.
    if (document.hidden && game.status === "called") document.title = game.words;
    else location.reload();
    return;
  }
  if (game.version > state.newest.version) showAlert("");
  store.receive(game, isFirstState);
  // It begins when the server knows that this person looks at it.
  if (game.status === "called" && game.you.some((mark) => game.awaited.includes(mark)))
    connection.check();
  isFirstState = false;
  if (state.wantsUndo) takeBack();
}

/** @param {Refusal} refusal */
function receiveRefusal({ id, message, state: game, link }) {
  if (id === state.pending?.id) store.change({ pending: null });
  store.resolveHint(id);
  if (game) receiveState(game);
  forgetRequests();
  showAlert(message, link);
}

/** @param {number} cell */
function whyNot(cell) {
  const { status, words, you, turn } = state.game;
  if (status !== "playing" || !you.includes(turn)) return words;
  if (state.pending) return gettext("Sending your move");
  const isTaken = state.targetOf(cell) === null;
  if (state.game.cells[cell] === "." && isTaken)
    return state.game.where || gettext("That board is closed");
  return isTaken ? gettext("That place is taken") : gettext("Wait for the connection");
}

/** @param {Content} content of the message that a form asks to send */
function act(content) {
  if (content.type === "undo") takeBack();
  else if (content.type === "hint") {
    if (state.shownHint) store.change({ hint: null });
    else if (state.isYourMove && state.hintRequest === null)
      store.change({ hintRequest: request({ type: "hint", ply: state.game.ply }) });
  } else if (content.type === "rematch") askForRematch();
  else request(content);
}

/** @param {Content} content */
function request(content) {
  const message = protocol.createMessage(content);
  connection.request(message);
  return message.id;
}

function synchronize() {
  connection.send(protocol.createMessage({ type: "sync" }));
}

function takeBack() {
  state.wantsUndo = state.pending !== null;
  if (!state.wantsUndo) request({ type: "undo", ply: state.newest.ply });
}

function askForRematch() {
  if (state.isOpponentGone) return;
  if (state.game.next) {
    goToGame(state.game.next);
    return;
  }
  state.wantsRematch = true;
  request({ type: "rematch" });
}

function forgetRequests() {
  state.wantsRematch = false;
  state.wantsUndo = false;
}

// If this person asked for it, or nobody had to ask. Spectators go there with the players.
/** @param {State} before the game as it was drawn before */
function followRematch(before) {
  const { next, next_by: nextBy, you } = state.game;
  if (!next) return;
  if (state.wantsRematch) goToGame(next);
  else if (!before.next && (you.length === 0 || !nextBy))
    setTimeout(() => goToGame(next), FOLLOW_AFTER);
}

/** @param {string} id */
function goToGame(id) {
  // The back button may show this page again, which must then stay.
  state.wantsRematch = false;
  elements.board.dataset.wiped = "";
  setTimeout(() => location.assign(gameAddress(addressTemplate, id)), WIPED_WITHIN);
}

function drawHidden() {
  elements.page.toggleAttribute("data-mute", isChosen("mute"));
  for (const box of elements.hideTalk) box.checked = isChosen("mute");
}

// A disabled button loses the focus; one with aria-disabled, which drawing sets, keeps it.
for (const button of document.querySelectorAll("button:is(.slot, .menu-entry)"))
  button.removeAttribute("disabled");
// Over the board it would cover cells or names.
elements.more.after(elements.note);
startCountdown(state);
startClocks(state, synchronize, (left) =>
  withSounds(({ playClock }) => playClock(state.game, left)),
);
if (elements.moveForm) {
  const board = new FormBoard(elements.moveForm, {
    play(_pressed, { dataset }) {
      showAlert("");
      const cell = Number(dataset.cell);
      store.setPending(request({ type: "move", ply: state.game.ply, cell }), cell);
    },
    refuse(cell) {
      if (state.viewedPly !== null) store.view(null); // The first press leads back to the game.
      else if (!state.game.outcome) showNote(whyNot(cell)); // A result is said already.
    },
    say: (words, where) => (words && !where ? showNote(words) : showAim(state, words, where)),
    nameOf: (cell) => describe(state, cell),
  });
  store.addEventListener("change", () => board.update());
  const { status, ply, start_ply, moves, you } = state.game;
  if (status === "playing" && ply - start_ply < 3)
    focusBoard(moves.find((_, at) => at >= start_ply && you.includes(at % 2 ? "O" : "X")));
}
bindKeys();
for (const box of elements.hideTalk)
  box.addEventListener("change", () => {
    choose("mute", box.checked);
    document.dispatchEvent(new Event("preference"));
  });
document.addEventListener("preference", drawHidden);
drawHidden();
find("try-now", HTMLElement).addEventListener("click", () => connection.tryNow());
if (findOptional("zoom", HTMLElement)) {
  void import("../../zoom.js").then(({ bindZoom }) => bindZoom(elements.board));
}
bindSteps(
  document,
  () => [state.shownPly, state.game.ply],
  (ply) => store.view(ply),
);
bindSwipe(elements.board, () => state.game.outcome !== null);
bindPlayback(find("playback-part", HTMLElement), PLAYBACK_PACE);
bindForms(() => state.game.ply, act);

addEventListener("hashchange", () => {
  const ply = plyIn(location);
  if (ply !== null) store.view(ply);
});
const viewedPly = plyIn(location);
if (viewedPly === null) show();
else store.view(viewedPly);
// Who has gone on at another device is told so by the page itself.
if (isLoadedAgain && !document.querySelector(".notice"))
  showAlert(gettext("You are signed out here, so you only watch now."));
