// Connections over fake sockets and requests, and the events that they report.

import { beforeEach } from "node:test";
import { Connection } from "../../static/js/pages/game/connection.js";
import { game } from "./games.js";
import { clock, FakeRequest, FakeSocket } from "./platform.js";

/** @type {string[]} the events that the connection has reported */
export const events = [];

beforeEach(() => {
  events.length = 0;
});

export const state = (/** @type {any} */ changes = {}) => ({
  type: "state",
  ...game([], changes),
});
export const pong = { type: "pong", id: "a", version: 1 };
export const ok = (/** @type {{ id: string }} */ { id }) => ({ type: "ok", id, version: 1 });
export const notSaved = (/** @type {{ id: string }} */ { id }) => ({
  type: "no",
  id,
  code: "not_saved",
  message: "Try again",
  state: null,
});
export const sentTypes = () => FakeSocket.last.sent.map(({ type }) => type);

export function connect() {
  return new Connection("/ws/g/game/", "/g/game/", {
    onMessage: ({ type }) => events.push(type),
    onOpen: () => events.push("open"),
    onLost: (code) => events.push(`lost ${code}`),
    onGone: () => events.push("gone"),
    onNotSaved: () => events.push("not saved"),
    onUnanswered: ({ message, wasSent }) => events.push(`unanswered ${message.type} ${wasSent}`),
  });
}

/** Connect over a socket that works. */
export function connectBySocket() {
  const connection = connect();
  FakeSocket.last.receive(state());
  return connection;
}

/** Connect by polling, after the first socket has failed. */
export async function connectByPolling(answer = state()) {
  const connection = connect();
  FakeSocket.last.drop(0);
  await FakeRequest.last.answer(answer);
  return connection;
}

/** @param {number} most */
export async function timeToNextSocket(most) {
  const before = FakeSocket.all.length;
  for (let waited = 0; waited <= most; waited += 250) {
    if (FakeSocket.all.length > before) return waited;
    await clock.advance(250);
  }
  return null;
}
