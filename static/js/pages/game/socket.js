// One websocket, from the attempt to open it until it is closed or found dead.

import * as protocol from "./protocol.js";

const PING_VISIBLE = 5000; // milliseconds between pings while the page can be seen
const PING_HIDDEN = 25000; // milliseconds between pings while it cannot
const OPENS_WITHIN = 6000; // milliseconds until the server must have sent its first message
const ANSWERS_WITHIN = 9000; // milliseconds until it must have answered
const WAKES_WITHIN = 3000; // milliseconds until it must have answered after the page woke up

export class Socket {
  startedAt = performance.now();
  /** @type {WebSocket | null} null when it is closed */
  #socket;
  /** @type {TransportHandlers | null} null when it is closed from here */
  #handlers;
  // An open socket proves little, as a proxy may have opened it. It works when the server has sent something.
  #isWorking = false;
  #deadline = Infinity; // when the server must have sent something, by performance.now()
  #pingTimer = 0;
  #deadlineTimer = 0;

  /** @param {string} path @param {TransportHandlers} handlers
   * @param {number} patience milliseconds to wait for the first message, where that is more than usual */
  constructor(path, handlers, patience) {
    this.#handlers = handlers;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#socket = new WebSocket(`${scheme}//${location.host}${path}`);
    this.#socket.addEventListener("message", ({ data }) => this.#receive(data));
    this.#socket.addEventListener("close", ({ code }) => this.#end(code));
    this.#expectMessageWithin(Math.max(OPENS_WITHIN, patience));
  }

  /** @param {ClientMessage} message */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(message));
    this.#expectMessageWithin(ANSWERS_WITHIN);
  }

  check() {
    if (this.#isWorking) this.#ping(WAKES_WITHIN);
  }

  close() {
    this.#handlers = null;
    this.#end(protocol.CLOSE.failed);
  }

  /** @param {string} frame */
  #receive(frame) {
    if (!this.#socket) return;
    clearTimeout(this.#deadlineTimer);
    this.#deadline = Infinity;
    if (!this.#isWorking) this.#schedulePing();
    this.#isWorking = true;
    this.#handlers?.onMessage(this, protocol.decode(frame));
  }

  #schedulePing() {
    clearTimeout(this.#pingTimer);
    const wait = document.hidden ? PING_HIDDEN : PING_VISIBLE;
    this.#pingTimer = setTimeout(() => this.#ping(ANSWERS_WITHIN), wait);
  }

  /** @param {number} within milliseconds until the answer must have come */
  #ping(within) {
    this.#expectMessageWithin(within);
    this.send(protocol.createMessage({ type: "ping", visible: !document.hidden }));
    this.#schedulePing();
  }

  // A deadline is never put off by a later one.
  /** @param {number} wait milliseconds */
  #expectMessageWithin(wait) {
    const deadline = performance.now() + wait;
    if (deadline >= this.#deadline) return;
    clearTimeout(this.#deadlineTimer);
    this.#deadline = deadline;
    this.#deadlineTimer = setTimeout(() => this.#end(protocol.CLOSE.failed), wait);
  }

  /** @param {number} code */
  #end(code) {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    clearTimeout(this.#pingTimer);
    clearTimeout(this.#deadlineTimer);
    socket.close();
    this.#handlers?.onClose(this, code);
  }
}
