// One connection to the game's room that heals by itself and delivers what it is given.
// Fires "message" (detail: the message), "open", "lost" (detail: the close code), "over" when the game is no more,
// and "unanswered" (detail: the message that is given up).

import * as protocol from "./protocol.js";

const RETRIES = [500, 1000, 2000, 4000, 8000]; // milliseconds, then the last again
const PING_VISIBLE = 5000; // milliseconds
const PING_HIDDEN = 25000; // milliseconds
const DEAD_AFTER = 9000; // milliseconds without an answer, or without getting through
const GIVE_UP_AFTER = 10000; // milliseconds that a message is kept and sent again
const COOL_DOWN = 10000; // milliseconds to keep quiet after having been too fast
const RESTART = [500, 2000]; // milliseconds to leave a restarting server, and to spread over
const STALE = 2000; // milliseconds after which an attempt is not worth waiting for on waking up

export class Connection extends EventTarget {
  #url;
  #socket = null;
  #failures = 0;
  #tried = 0; // when the last attempt began
  #isOver = false;
  #isHeard = false; // whether this connection has brought anything yet
  #hasWorked = false;
  #unanswered = new Map(); // id -> message
  #timers = { retry: 0, ping: 0, verdict: 0 };

  constructor(path) {
    super();
    this.#url = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`;
    addEventListener("online", () => this.#wake());
    addEventListener("pageshow", () => this.#wake());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#ping();
      else this.#wake();
    });
    this.#open();
  }

  // Whether sockets do not get through here at all.
  get isBlocked() {
    return !this.#hasWorked && this.#failures > 0;
  }

  // Send a message, again after a reconnect, until it is answered or given up.
  ask(message) {
    this.#unanswered.set(message.id, message);
    setTimeout(() => {
      if (this.#unanswered.delete(message.id)) this.#fire("unanswered", message);
    }, GIVE_UP_AFTER);
    this.send(message);
  }

  send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(protocol.write(message));
  }

  #open() {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#tried = Date.now();
    this.#isHeard = false;
    this.#expectLife();
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket) this.#receive(protocol.read(data));
    });
    socket.addEventListener("close", ({ code }) => {
      if (socket === this.#socket) this.#closed(code);
    });
  }

  #receive(message) {
    clearTimeout(this.#timers.verdict);
    if (!this.#isHeard) this.#opened();
    if (message.type === "ok" || message.type === "no") this.#unanswered.delete(message.id);
    this.#fire("message", message);
  }

  // A handshake alone proves little: the line is good when the server has said something.
  #opened() {
    this.#isHeard = true;
    this.#hasWorked = true;
    this.#failures = 0;
    this.#schedulePing();
    this.#fire("open");
    for (const message of this.#unanswered.values()) this.send(message);
  }

  #closed(code) {
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    this.#socket = null;
    if (code === protocol.CLOSE.noSuchGame) {
      this.#isOver = true;
      this.#unanswered.clear();
      this.#fire("over");
      return;
    }
    this.#timers.retry = setTimeout(() => this.#open(), this.#wait(code));
    this.#fire("lost", code);
  }

  // Milliseconds until the next attempt, spread so that not all browsers come at once.
  #wait(code) {
    const step = RETRIES[Math.min(this.#failures++, RETRIES.length - 1)];
    if (code === protocol.CLOSE.restarting) return RESTART[0] + Math.random() * RESTART[1];
    const wait = code === protocol.CLOSE.tooFast ? COOL_DOWN : step;
    return wait * (0.75 + Math.random() / 2);
  }

  // Something woke up: connect at once, or find out soon that the line is dead.
  #wake() {
    if (this.#isOver) return;
    if (this.#socket === null) {
      clearTimeout(this.#timers.retry);
      this.#open();
    } else if (this.#isHeard) {
      this.#ping();
    } else if (Date.now() - this.#tried > STALE) {
      this.#socket.close();
      this.#open();
    }
  }

  #schedulePing() {
    clearTimeout(this.#timers.ping);
    const wait = document.hidden ? PING_HIDDEN : PING_VISIBLE;
    this.#timers.ping = setTimeout(() => this.#ping(), wait);
  }

  #ping() {
    if (!this.#isHeard) return;
    this.send(protocol.ping(!document.hidden));
    this.#expectLife();
    this.#schedulePing();
  }

  #expectLife() {
    clearTimeout(this.#timers.verdict);
    this.#timers.verdict = setTimeout(() => {
      const socket = this.#socket;
      this.#closed(0);
      socket?.close();
    }, DEAD_AFTER);
  }

  #fire(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
