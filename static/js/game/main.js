// Joins the parts: what people do goes out, what the server says comes in and is drawn.

import * as protocol from "./protocol.js";
import { Aim } from "./aim.js";
import { Clocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { bindBoard, bindForm, bindKeys, bindList, bindReactions, bindSteps } from "./events.js";
import { Feedback } from "./feedback.js";
import { renderer, say, showAlert, showConnection, showPresence, showReaction } from "./render.js";
import { Store } from "./state.js";
import { Waiting } from "./waiting.js";

const FOLLOW_AFTER = 1500; // milliseconds, to see how it ended

const page = document.querySelector("[data-game]");
const form = document.querySelector("[data-move-form]");
const find = (hook) => document.querySelector(`[data-${hook}]`);
const rematch = find("rematch");

const store = new Store(JSON.parse(document.getElementById("state").textContent));
const connection = new Connection(page.dataset.socket, `${page.dataset.address}messages/`);
let isFirst = true; // whether the next state is the first of a connection
let isLost = false;
let wantsRematch = false;
let wantsUndo = false; // as soon as the move under way is there to be taken back
const hasPlayed = store.snapshot.you.length > 0;
let hadNext = Boolean(store.snapshot.next);

const draw = renderer(store);
store.addEventListener("change", () => {
  draw();
  showAddress();
  goAlong();
});

document.addEventListener("visibilitychange", draw);

connection.addEventListener("open", () => {
  isFirst = true;
  if (isLost) say("Connected again", "assertive");
  isLost = false;
  showConnection(true);
});

connection.addEventListener("lost", ({ detail: code }) => {
  const isRestart = code === protocol.CLOSE.restarting;
  const words = isRestart ? "The server restarts, back in a moment" : "Connection lost, trying again";
  if (!isLost) {
    say(words, "assertive");
    showConnection(false, words);
  }
  isLost = true;
});

connection.addEventListener("over", () => {
  store.close();
  showConnection(true);
  showAlert("This game is no longer here. You can start a new one.");
});

connection.addEventListener("unanswered", ({ detail: { message, wasSent } }) => {
  const isMove = message.type === "move";
  wantsRematch = wantsUndo = false;
  store.grant(message.id);
  if (isMove && wasSent) store.doubt();
  else if (isMove) store.forget();
  // It is answered after what was sent before it.
  connection.send(protocol.sync());
  const what = isMove ? "move" : "wish";
  const kept = `Your ${what} was not confirmed and may still arrive. Wait for the connection, then look again.`;
  const lost = `Your ${what} could not be sent. Check your connection and try again.`;
  showAlert(wasSent ? kept : lost);
});

const HEARD = {
  hint: ({ id, ply, words, verdicts }) => {
    store.grant(id, { ply, words, verdicts });
    if (store.hint) say(words);
  },
  state: (state) => {
    // The player went on at another device: the server says so, and shows what a visitor may do.
    if (hasPlayed && state.you.length === 0) location.reload();
    waiting.expect(state);
    if (state.version > store.version) showAlert("");
    store.receive(state, isFirst);
    isFirst = false;
    if (wantsUndo) takeBack();
  },
  ok: () => {},
  reaction: ({ mark, reaction }) => {
    if (!feedback.isMuted || store.snapshot.you.includes(mark)) showReaction(mark, reaction, store.snapshot);
  },
  presence: (presence) => {
    showPresence(presence, store.snapshot);
    store.meet(presence.seats);
    waiting.meet(presence);
    // The time to wait is put off by every sign of life, so ask for it anew.
    if (store.snapshot.you.length === 1) connection.send(protocol.sync());
  },
  no: ({ id, message, state }) => {
    if (id === store.pending?.id) store.forget();
    store.grant(id);
    if (state) HEARD.state(state);
    wantsRematch = wantsUndo = false;
    showAlert(message);
  },
  pong: ({ version }) => {
    if (version !== store.version) connection.send(protocol.sync());
  },
};
connection.addEventListener("message", ({ detail }) => HEARD[detail.type](detail));

// Each returns whether it was seen to; if not, the form carries it.

function play(cell) {
  if (store.viewed !== null) {
    store.view(null); // The first press leads back to the game, and plays nothing unseen.
  } else if (store.canPlay(cell)) {
    showAlert("");
    const target = store.target(cell);
    const message = protocol.move(store.snapshot.ply, target);
    store.expect(message.id, target);
    connection.ask(message);
  }
  return true;
}

function ask(message) {
  connection.ask(message);
  return true;
}

function takeBack() {
  wantsUndo = store.pending !== null;
  if (!wantsUndo) connection.ask(protocol.undo(store.newestPly));
  return true;
}

function askForHint() {
  if (!store.isYourMove || store.isHinting || store.hint) return true;
  const message = protocol.hint(store.snapshot.ply);
  store.wishFor(message.id);
  return ask(message);
}

function askForRematch() {
  if (store.isLeftAlone) return true;
  if (store.snapshot.next) goTo(store.snapshot.next);
  else {
    wantsRematch = true;
    connection.ask(protocol.rematch());
  }
  return true;
}

// Those who press go over to the rematch, and those who watch go with them.
function goAlong() {
  const { next, you } = store.snapshot;
  const isNews = next && !hadNext;
  hadNext = Boolean(next);
  if (next && wantsRematch) goTo(next);
  else if (isNews && you.length === 0) setTimeout(() => goTo(next), FOLLOW_AFTER);
}

// A reload or a copied address shows the same position.
function showAddress() {
  const query = store.viewed === null ? "" : `?ply=${store.viewed}`;
  const address = page.dataset.address + query;
  if (location.pathname + location.search !== address) history.replaceState(null, "", address);
}

function goTo(id) {
  // The page may be shown again by the back button, and must then stay.
  wantsRematch = false;
  location.assign(page.dataset.room.replace("/id/", `/${id}/`));
}

const feedback = new Feedback(store);
new Clocks(store, () => connection.send(protocol.sync()));
const waiting = new Waiting(store, (result) => ask(protocol.claim(result)));
waiting.expect(store.snapshot);
if (form) bindBoard(form, play, new Aim(form, store, say));
bindKeys(play, { rematch, undo: find("undo"), hint: find("hint") });
bindList(find("keys"), find("keys-list"));
bindList(find("choices"), find("choices-list"));
bindSteps(store);
bindForm(find("resign"), () => ask(protocol.resign()));
bindForm(rematch, askForRematch);
bindForm(find("hint"), askForHint);
for (const form of document.querySelectorAll("[data-undo], [data-agree]"))
  bindForm(form, takeBack);
for (const form of document.querySelectorAll("[data-decline]"))
  bindForm(form, () => ask(protocol.decline(store.snapshot.ply)));
bindReactions(find("reactions"), (reaction) => connection.ask(protocol.react(reaction)));

const viewed = new URLSearchParams(location.search).get("ply");
if (viewed !== null && /^\d+$/.test(viewed)) store.view(Number(viewed));
else draw();
