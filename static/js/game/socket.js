// One websocket, from its first attempt until it is found dead. Calls back with every message, and once at the end
// with the close code, 0 if it only fell silent.

import * as protocol from "./protocol.js";

const PING_VISIBLE = 5000; // milliseconds
const PING_HIDDEN = 25000; // milliseconds
const OPENS_WITHIN = 6000; // milliseconds until the first word
const ANSWERS_WITHIN = 9000; // milliseconds
const WAKES_WITHIN = 3000; // milliseconds for an answer when something woke up

export class Socket {
  began = Date.now();
  #socket;
  #heard;
  #closed;
  #isHeard = false; // A handshake alone proves little: the line is good when the server has said something.
  #due = Infinity; // when something must have been heard
  #timers = { ping: 0, verdict: 0 };

  constructor(path, heard, closed) {
    this.#heard = heard;
    this.#closed = closed;
    this.#socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`);
    this.#socket.addEventListener("message", ({ data }) => this.#receive(data));
    this.#socket.addEventListener("close", ({ code }) => this.#end(code));
    this.#expectWithin(OPENS_WITHIN);
  }

  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(protocol.write(message));
    this.#expectWithin(ANSWERS_WITHIN);
  }

  // Find out soon whether the line still works, and tell whether the page can be seen.
  check() {
    if (this.#isHeard) this.#ping(WAKES_WITHIN);
  }

  // End it, without another word.
  close() {
    this.#closed = () => {};
    this.#end();
  }

  #receive(frame) {
    if (!this.#socket) return;
    clearTimeout(this.#timers.verdict);
    this.#due = Infinity;
    if (!this.#isHeard) this.#schedulePing();
    this.#isHeard = true;
    this.#heard(protocol.read(frame));
  }

  #schedulePing() {
    clearTimeout(this.#timers.ping);
    const wait = document.hidden ? PING_HIDDEN : PING_VISIBLE;
    this.#timers.ping = setTimeout(() => this.#ping(ANSWERS_WITHIN), wait);
  }

  #ping(within) {
    this.#expectWithin(within);
    this.send(protocol.ping(!document.hidden));
    this.#schedulePing();
  }

  // Asking again puts nothing off.
  #expectWithin(wait) {
    const due = performance.now() + wait;
    if (due >= this.#due) return;
    clearTimeout(this.#timers.verdict);
    this.#due = due;
    this.#timers.verdict = setTimeout(() => this.#end(0), wait);
  }

  #end(code) {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    socket.close();
    this.#closed(code);
  }
}
