// One connection to the game's room that heals by itself.
// Fires "message" (detail: the message), "open", "lost", and "over" (detail: the close code).

import * as protocol from "./protocol.js";

const RETRIES = [500, 1000, 2000, 4000, 8000]; // milliseconds, then the last again
const PING_VISIBLE = 5000; // milliseconds
const PING_HIDDEN = 25000; // milliseconds
const DEAD_AFTER = 9000; // milliseconds without an answer
const COOL_DOWN = 10000; // milliseconds to keep quiet after having been too fast

export class Connection extends EventTarget {
  #url;
  #socket = null;
  #failures = 0;
  #retry = 0;
  #beat = 0;
  #heard = 0;
  #isOver = false;

  constructor(path) {
    super();
    this.#url = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`;
    addEventListener("online", () => this.#now());
    addEventListener("pageshow", () => this.#now());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#now();
    });
    this.#open();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  send(message) {
    if (this.isOpen) this.#socket.send(protocol.write(message));
  }

  #open() {
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", ({ data }) => this.#receive(data));
    socket.addEventListener("close", ({ code }) => {
      if (socket === this.#socket) this.#closed(code);
    });
  }

  #opened() {
    this.#failures = 0;
    this.#heard = Date.now();
    this.#schedulePing();
    this.#fire("open");
  }

  #receive(frame) {
    this.#heard = Date.now();
    this.#fire("message", protocol.read(frame));
  }

  #closed(code) {
    clearTimeout(this.#beat);
    this.#socket = null;
    if (code === protocol.CLOSE.noSuchGame) {
      this.#isOver = true;
      this.#fire("over", code);
      return;
    }
    const step = RETRIES[Math.min(this.#failures++, RETRIES.length - 1)];
    const wait = code === protocol.CLOSE.tooFast ? COOL_DOWN : step;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), wait * (0.75 + Math.random() / 2));
    this.#fire("lost");
  }

  // Something woke up: reconnect at once, or find out at once that the line is dead.
  #now() {
    if (this.#isOver) return;
    if (this.#socket === null) this.#open();
    else if (this.isOpen) this.#ping();
  }

  #schedulePing() {
    clearTimeout(this.#beat);
    this.#beat = setTimeout(() => this.#ping(), document.hidden ? PING_HIDDEN : PING_VISIBLE);
  }

  #ping() {
    const asked = Date.now();
    this.send(protocol.ping());
    clearTimeout(this.#beat);
    this.#beat = setTimeout(() => {
      if (this.#heard < asked) this.#drop();
      else this.#schedulePing();
    }, document.hidden ? DEAD_AFTER : Math.min(DEAD_AFTER, PING_VISIBLE));
  }

  #drop() {
    const socket = this.#socket;
    this.#closed(0);
    socket?.close();
  }

  #fire(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
