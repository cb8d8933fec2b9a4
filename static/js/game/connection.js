// One connection to the game's room that heals by itself and delivers what it is given: by a socket, or where none gets
// through by polling, until one does.
// Fires "message" (detail: the message), "open", "lost" (detail: the close code), "over" when the game is no more,
// and "unanswered" (detail: the message that is given up, and whether it went out and so may still arrive).

import * as protocol from "./protocol.js";
import { Polling } from "./polling.js";
import { Socket } from "./socket.js";

const RETRIES = [500, 1000, 2000, 4000, 8000]; // milliseconds, then the last again
const PROBES = [5000, 15000, 30000, 60000]; // milliseconds to the next attempt at a socket while polling
const REFUSALS = [2, 3]; // attempts in vain after which to poll: where no socket has worked yet, and where one has
const GIVE_UP_AFTER = 10000; // milliseconds that a message is kept and sent again
const COOL_DOWN = 10000; // milliseconds to keep quiet after having been too fast
const RESTART = [500, 2000]; // milliseconds to leave a restarting server, and to spread over
const STALE = 2000; // milliseconds after which an attempt is not worth waiting for on waking up

export class Connection extends EventTarget {
  #path;
  #address;
  #socket = null; // being tried, or in use
  #polling = null; // likewise
  #line = null; // the one of them that is in use
  #timer = 0;
  #failures = 0; // since there was a line
  #probes = 0; // attempts at a socket while polling
  #refusals = 0; // attempts at a socket in vain, since one worked
  #hasSocketWorked = false;
  #isOver = false;
  #unanswered = new Map(); // id -> {message, wasSent}

  constructor(path, address) {
    super();
    this.#path = path;
    this.#address = address;
    addEventListener("online", () => this.#wake());
    // It may be another network's loss: a server on this very machine goes on.
    addEventListener("offline", () => this.#line?.check());
    addEventListener("pageshow", () => this.#wake());
    addEventListener("pagehide", () => this.#sleep());
    document.addEventListener("resume", () => this.#wake());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#line?.check();
      else this.#wake();
    });
    this.#open();
  }

  // Send a message, again after a reconnect, until it is answered or given up.
  ask(message) {
    const kept = { message, wasSent: false };
    this.#unanswered.set(message.id, kept);
    setTimeout(() => {
      if (this.#unanswered.delete(message.id)) this.#fire("unanswered", kept);
    }, GIVE_UP_AFTER);
    this.#deliver(kept);
  }

  send(message) {
    this.#line?.send(message);
  }

  #deliver(kept) {
    if (this.#line) kept.wasSent = true;
    this.send(kept.message);
  }

  get #isBlocked() {
    return this.#refusals >= REFUSALS[Number(this.#hasSocketWorked)];
  }

  #open() {
    clearTimeout(this.#timer);
    this.#socket ??= this.#start(Socket, this.#path);
    if (this.#isBlocked) this.#poll();
  }

  #poll() {
    this.#polling ??= this.#start(Polling, this.#address);
  }

  #start(Line, where) {
    const heard = (message) => this.#receive(line, message);
    const line = new Line(where, heard, (code) => this.#closed(line, code));
    return line;
  }

  #receive(line, message) {
    if (line !== this.#line) this.#opened(line);
    if (["ok", "no", "hint"].includes(message.type)) this.#unanswered.delete(message.id);
    this.#fire("message", message);
  }

  #opened(line) {
    this.#line = line;
    this.#failures = 0;
    if (line === this.#socket) this.#useSocket();
    else if (!this.#socket) this.#probeLater();
    this.#fire("open");
    for (const kept of this.#unanswered.values()) this.#deliver(kept);
  }

  #useSocket() {
    clearTimeout(this.#timer);
    this.#polling?.close();
    this.#polling = null;
    this.#hasSocketWorked = true;
    this.#refusals = this.#probes = 0;
  }

  #closed(line, code) {
    const wasInUse = line === this.#line;
    const wasSocket = line === this.#socket;
    if (wasInUse) this.#line = null;
    if (wasSocket) this.#socket = null;
    else this.#polling = null;
    if (code === protocol.CLOSE.noSuchGame) this.#end();
    else if (wasInUse) this.#lost(code);
    else if (wasSocket) this.#refused(code);
    else if (!this.#socket) this.#retry(code);
  }

  #lost(code) {
    if (!this.#socket) this.#retry(code);
    else this.#fire("lost", code);
  }

  // An attempt at a socket was in vain. Whoever swallows it without a word will do so again.
  #refused(code) {
    this.#refusals += code === 0 ? Infinity : 1;
    if (this.#line) this.#probeLater();
    else if (this.#polling) return;
    else if (this.#isBlocked) this.#poll();
    else this.#retry(code);
  }

  #probeLater() {
    const wait = PROBES[Math.min(this.#probes++, PROBES.length - 1)];
    this.#later(wait);
  }

  #retry(code) {
    this.#later(this.#wait(code));
    // On a page that never had a line, polling is still to come.
    if (this.#hasSocketWorked || this.#isBlocked) this.#fire("lost", code);
  }

  #later(wait) {
    clearTimeout(this.#timer);
    // Spread, so that not all browsers come at once.
    this.#timer = setTimeout(() => this.#open(), wait * (0.75 + Math.random() / 2));
  }

  #wait(code) {
    const step = RETRIES[Math.min(this.#failures++, RETRIES.length - 1)];
    if (code === protocol.CLOSE.restarting) return RESTART[0] + Math.random() * RESTART[1];
    return code === protocol.CLOSE.tooFast ? COOL_DOWN : step;
  }

  // Something woke up: connect at once, or find out soon that the line is dead.
  #wake() {
    if (this.#isOver) return;
    this.#line?.check();
    if (this.#socket && this.#socket !== this.#line && Date.now() - this.#socket.began > STALE) {
      this.#socket.close();
      this.#socket = null;
    }
    this.#open();
  }

  // The page is left. It may come back, which browsers allow only if it keeps no socket.
  #sleep() {
    const line = this.#line;
    if (!line) return;
    clearTimeout(this.#timer);
    line.close();
    if (line === this.#socket) this.#socket = null;
    else this.#polling = null;
    this.#line = null;
  }

  #end() {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#polling?.close();
    this.#socket = this.#polling = this.#line = null;
    this.#unanswered.clear();
    this.#fire("over");
  }

  #fire(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
