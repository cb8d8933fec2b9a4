// Joins the parts: what people do goes out, what the server says comes in and is drawn.

import * as protocol from "./protocol.js";
import { bindBoard, bindForm, bindLink, bindSteps } from "./events.js";
import { renderer, say, showAlert, showOffline } from "./render.js";
import { Connection } from "./socket.js";
import { Store } from "./state.js";

const GIVE_UP_AFTER = 10000; // milliseconds a move may stay unanswered

const page = document.querySelector("[data-game]");
const viewed = new URLSearchParams(location.search).get("ply");
const store = new Store(JSON.parse(document.getElementById("state").textContent));
const connection = new Connection(page.dataset.socket);
let underWay = null; // the move message that has not been answered
let wantsRematch = false;

const draw = renderer(store);
store.addEventListener("change", () => {
  draw();
  if (wantsRematch && store.snapshot.next) goTo(store.snapshot.next);
});

connection.addEventListener("open", () => {
  showOffline(false);
  say("Connected");
  if (underWay) connection.send(underWay);
});

connection.addEventListener("lost", () => {
  showOffline(true);
  say("Connection lost, trying again", "assertive");
});

connection.addEventListener("over", () => {
  showOffline(false);
  showAlert("This game is no longer here. Start a new one from the first page.");
});

const HEARD = {
  state: (message) => store.receive(message),
  ok: ({ id }) => {
    if (id === underWay?.id) underWay = null;
  },
  no: ({ id, message, state }) => {
    if (id === underWay?.id) giveUp();
    if (state) store.receive(state);
    showAlert(message);
  },
  pong: ({ version }) => {
    if (version > store.version) connection.send(protocol.sync());
  },
};
connection.addEventListener("message", ({ detail }) => HEARD[detail.type](detail));

function play(cell) {
  if (!store.canPlay(cell)) return;
  showAlert("");
  const message = protocol.move(store.snapshot.ply, cell);
  underWay = message;
  store.expect(cell);
  connection.send(message);
  setTimeout(() => {
    if (underWay !== message) return;
    giveUp();
    showAlert("Your move could not be sent. Check your connection and try again.");
  }, GIVE_UP_AFTER);
}

function giveUp() {
  underWay = null;
  store.forget();
}

function goTo(id) {
  location.assign(page.dataset.room.replace("ID", id));
}

function ask(message) {
  if (!connection.isOpen) return false;
  connection.send(message);
  return true;
}

const form = document.querySelector("[data-move-form]");
if (form) bindBoard(form, play);
bindSteps(store);
bindLink(say);
bindForm(document.querySelector("[data-resign]"), () => ask(protocol.resign()));
bindForm(document.querySelector("[data-rematch]"), () => {
  if (store.snapshot.next) return false;
  wantsRematch = ask(protocol.rematch());
  return wantsRematch;
});
if (viewed !== null && /^\d+$/.test(viewed)) store.view(Number(viewed));
else draw();
