// A connection to the server that repairs itself. It uses a socket; where none gets through it polls, and goes on
// trying to open a socket. It sends what is asked for again after a reconnect, until it is answered or too old.

import { delayOf, varied } from "../../delays.js";
import * as protocol from "./protocol.js";
import { Polling } from "./polling.js";
import { Socket } from "./socket.js";

const RETRY_DELAYS = [500, 1000, 2000, 4000, 8000]; // milliseconds; the last one is used again and again
const SOCKET_RETRY_DELAYS = [5000, 15000, 30000, 60000]; // milliseconds between attempts at a socket while polling
const ATTEMPTS_IF_NEW = 2; // failed attempts at a socket after which to poll, if none has ever worked
const ATTEMPTS_IF_PROVEN = 3; // the same where a socket has worked before
const GIVE_UP_AFTER = 10000; // milliseconds for which a request is kept and sent again
const COOL_DOWN = 10000; // milliseconds to keep quiet after having sent too much
const RESTART_DELAY = [500, 2000]; // milliseconds to leave a restarting server alone, and to spread over
const CROWDED_FOR = 20000; // milliseconds after a restart or crash in which all pages come back, so that each waits for its turn
const STALE_AFTER = 2000; // milliseconds after which an attempt is not worth waiting for when the page wakes up

const ABNORMAL = 1006; // the code of a socket that ended without a word, as when the server has crashed
const ANSWERS = new Set(["ok", "no", "hint"]); // types of messages that answer a request

export class Connection {
  #path;
  #address;
  #handlers;
  /** @type {Socket | null} */
  #socket = null;
  /** @type {Polling | null} */
  #polling = null;
  /** @type {Transport | null} the one of the two that works, null while neither does */
  #transport = null;
  #timer = 0; // until the next attempt
  #failures = 0; // failed attempts since a transport last worked
  #socketAttempts = 0; // attempts to open a socket while polling
  #failedSockets = 0; // failed attempts at a socket since one last worked
  #hasSocketWorked = false;
  #crowdedUntil = 0; // by performance.now()
  #isGone = false;
  /** @type {TransportHandlers} */
  #transportHandlers = {
    onMessage: (transport, message) => this.#receive(transport, message),
    onClose: (transport, code) => this.#closed(transport, code),
  };
  /** @type {Map<string, SentRequest>} by the message's id */
  #requests = new Map();

  /** @param {string} path of the socket @param {string} address of the page, for polling @param {ConnectionHandlers} handlers */
  constructor(path, address, handlers) {
    this.#path = path;
    this.#address = address;
    this.#handlers = handlers;
    addEventListener("online", () => this.tryNow());
    // The browser may have lost another network than the one that leads to the server.
    addEventListener("offline", () => this.#transport?.check());
    addEventListener("pageshow", () => this.#wake());
    // Browsers can bring a page back as it was only if it keeps no socket.
    addEventListener("pagehide", () => this.#transport && this.#drop());
    document.addEventListener("resume", () => this.#wake());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#transport?.check();
      else this.#wake();
    });
    this.#open();
  }

  // Send again after a reconnect, until it is answered or given up. A move is kept as long as there is no connection.
  /** @param {ClientMessage} message */
  request(message) {
    const request = { message, wasSent: false, refusals: 0, words: "", timer: 0 };
    this.#requests.set(message.id, request);
    this.#giveUpLater(request);
    this.#deliver(request);
  }

  /** @param {SentRequest} request */
  #giveUpLater(request) {
    const { message } = request;
    clearTimeout(request.timer);
    request.timer = setTimeout(() => {
      if (message.type === "move" && !this.#transport) return;
      if (this.#requests.delete(message.id)) this.#handlers.onUnanswered?.(request);
    }, GIVE_UP_AFTER);
  }

  // Send once; it is lost if there is no connection.
  /** @param {ClientMessage} message */
  send(message) {
    this.#transport?.send(message);
  }

  /** Find out soon whether it still works, and report whether the page can be seen. */
  check() {
    this.#transport?.check();
  }

  /** @param {SentRequest} request */
  #deliver(request) {
    if (this.#transport) request.wasSent = true;
    this.send(request.message);
  }

  // While the server is crowded, polling would ask even more of it.
  get #mustPoll() {
    if (performance.now() < this.#crowdedUntil) return false;
    return this.#failedSockets >= (this.#hasSocketWorked ? ATTEMPTS_IF_PROVEN : ATTEMPTS_IF_NEW);
  }

  #open() {
    clearTimeout(this.#timer);
    const patience = this.#crowdedUntil - performance.now();
    this.#socket ??= new Socket(`${this.#path}?states`, this.#transportHandlers, patience);
    if (this.#mustPoll) this.#poll();
  }

  #poll() {
    this.#polling ??= new Polling(this.#address, this.#transportHandlers);
  }

  /** @param {Transport} transport @param {ServerMessage} message */
  #receive(transport, message) {
    if (transport !== this.#transport) this.#use(transport);
    if (message.type === "no" && message.code === protocol.NOT_SAVED) {
      this.#sendLater(message);
      return;
    }
    if (message.type === "state") this.#requests.delete(message.answers ?? "");
    else if (ANSWERS.has(message.type) && "id" in message) this.#requests.delete(message.id ?? "");
    this.#handlers.onMessage(message);
  }

  // The server could not save something for now. What is not a request comes again by itself.
  /** @param {Refusal} refusal */
  #sendLater({ id, message }) {
    const request = this.#requests.get(id ?? "");
    if (!request) return;
    const wait = varied(delayOf(RETRY_DELAYS, request.refusals++));
    request.words = message;
    setTimeout(() => this.#requests.has(id ?? "") && this.#deliver(request), wait);
    this.#handlers.onNotSaved?.();
  }

  /** @param {Transport} transport */
  #use(transport) {
    this.#transport = transport;
    this.#failures = 0;
    if (transport === this.#socket) {
      clearTimeout(this.#timer);
      this.#polling?.close();
      this.#polling = null;
      this.#hasSocketWorked = true;
      this.#failedSockets = this.#socketAttempts = 0;
    } else if (!this.#socket) this.#trySocketLater();
    this.#handlers.onOpen();
    for (const request of this.#requests.values()) {
      if (request.message.type === "move") this.#giveUpLater(request);
      this.#deliver(request);
    }
  }

  /** @param {Transport} transport @param {number} code */
  #closed(transport, code) {
    const wasInUse = transport === this.#transport;
    const wasSocket = transport === this.#socket;
    if (wasInUse) this.#transport = null;
    if (wasSocket) this.#socket = null;
    else this.#polling = null;
    const hasCrashed = wasSocket && wasInUse && code === ABNORMAL;
    if (hasCrashed || code === protocol.CLOSE.restarting)
      this.#crowdedUntil = performance.now() + CROWDED_FOR;
    if (code === protocol.CLOSE.noSuchGame) {
      this.#isGone = true;
      this.#drop();
      this.#requests.clear();
      this.#handlers.onGone?.();
    } else if (wasSocket && !wasInUse) this.#socketFailed(code);
    else if (!this.#socket) this.#retry(code);
    else if (wasInUse) this.#handlers.onLost(code);
  }

  // A network that swallowed an attempt will do so again; a server that says it is unavailable is reached.
  /** @param {number} code */
  #socketFailed(code) {
    if (code === protocol.CLOSE.unavailable) this.#hasSocketWorked = true;
    else this.#failedSockets += code === protocol.CLOSE.failed ? Infinity : 1;
    if (this.#transport) this.#trySocketLater();
    else if (this.#polling) return;
    else if (this.#mustPoll) this.#poll();
    else this.#retry(code);
  }

  #trySocketLater() {
    this.#openLater(delayOf(SOCKET_RETRY_DELAYS, this.#socketAttempts++));
  }

  /** @param {number} code */
  #retry(code) {
    const delay = delayOf(RETRY_DELAYS, this.#failures++);
    const [least = 0, spread = 0] = RESTART_DELAY;
    if (code === protocol.CLOSE.restarting) this.#openLater(least + Math.random() * spread);
    else this.#openLater(code === protocol.CLOSE.tooFast ? COOL_DOWN : delay);
    // On a page that has never been connected, polling is still to be tried.
    if (this.#hasSocketWorked || this.#mustPoll) this.#handlers.onLost(code);
  }

  /** @param {number} wait milliseconds */
  #openLater(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), varied(wait));
  }

  /** Connect at once: the network has changed. It may have ended the socket, and this one may let none through. */
  tryNow() {
    this.#crowdedUntil = 0;
    this.#wake();
  }

  /** The page or the network woke up: connect at once, or find out soon that the connection is dead. */
  #wake() {
    if (this.#isGone) return;
    this.#transport?.check();
    const isOpening = this.#socket !== this.#transport;
    if (this.#socket && isOpening && performance.now() - this.#socket.startedAt > STALE_AFTER) {
      this.#socket.close();
      this.#socket = null;
    }
    this.#open();
  }

  #drop() {
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#polling?.close();
    this.#socket = null;
    this.#polling = null;
    this.#transport = null;
  }
}
