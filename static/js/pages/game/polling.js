// Does over HTTP what a socket does, where no socket gets through: asks for the server's messages every few
// seconds, and posts the browser's.

import * as protocol from "./protocol.js";

/** @import { TransportHandlers } from "./connection.js"; */
/** @import { ClientMessage, ServerMessage } from "./types.js"; */

const WAIT_VISIBLE = 2000; // milliseconds between requests while the page can be seen
const WAIT_HIDDEN = 10000; // milliseconds between requests while it cannot
const WAIT_COMPUTER = 400; // milliseconds between requests while the computer thinks
const ANSWERS_WITHIN = 9000; // milliseconds until the server must have answered
const ANSWERED_BY_POLLING = new Set(["sync", "ping"]); // types of messages that a poll replaces

export class Polling {
  #address;
  /** @type {TransportHandlers | null} null when it is closed from here */
  #handlers;
  #isOpen = true;
  #isRequesting = false;
  #mustRepeat = false; // whether to ask again as soon as the present request is answered
  #timer = 0;
  #posts = Promise.resolve(); // the last message posted; the next one waits for it, to keep their order
  #lastPresence = ""; // as JSON
  #lastReaction = 0; // number of the last reaction that was reported

  /**
   * @param {string} address
   * @param {TransportHandlers} handlers
   */
  constructor(address, handlers) {
    this.#address = address;
    this.#handlers = handlers;
    this.check();
  }

  /** @param {ClientMessage} message */
  send(message) {
    if (ANSWERED_BY_POLLING.has(message.type)) this.check();
    else this.#posts = this.#posts.then(() => this.#post(message));
  }

  /** Ask for messages now, or as soon as a request under way is answered. */
  check() {
    this.#mustRepeat = this.#isRequesting;
    if (!this.#isRequesting && this.#isOpen) void this.#requestMessages();
  }

  /** Stop without calling back. */
  close() {
    this.#handlers = null;
    this.#end(protocol.CLOSE.failed);
  }

  async #requestMessages() {
    this.#isRequesting = true;
    clearTimeout(this.#timer);
    const query = new URLSearchParams({
      page: protocol.PAGE_ID,
      visible: String(!document.hidden),
    });
    const messages = await this.#fetch(`${this.#address}?${query}`);
    this.#isRequesting = false;
    for (const message of messages ?? []) this.#report(message);
    this.#schedule(messages?.[0]);
  }

  /** @param {ClientMessage} message */
  async #post(message) {
    const answer = await this.#fetch(this.#address, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
      body: protocol.encode(message),
    });
    if (!answer) return;
    this.#report(answer);
    this.check();
  }

  /** @param {ServerMessage} message */
  #report(message) {
    if (this.#isOpen && this.#isNews(message))
      this.#handlers?.onMessage(this, protocol.checkType(message));
  }

  /**
   * Presence and reactions come with every answer, also when they have not changed.
   *
   * @param {ServerMessage} message
   */
  #isNews(message) {
    if (message.type === "presence") {
      const before = this.#lastPresence;
      this.#lastPresence = JSON.stringify(message);
      return this.#lastPresence !== before;
    }
    if (message.type === "reaction") {
      const { number = 0 } = message;
      const isNews = number > this.#lastReaction;
      this.#lastReaction = Math.max(number, this.#lastReaction);
      return isNews;
    }
    return true;
  }

  /** @param {ServerMessage | undefined} first of the messages that came, which says whose turn it is */
  #schedule(first) {
    if (!this.#isOpen) return;
    clearTimeout(this.#timer);
    const wait = this.#mustRepeat ? 0 : waitAfter(first);
    this.#timer = setTimeout(() => this.check(), wait);
  }

  /**
   * Return what the server answers, undefined if polling ends here.
   *
   * @param {string} address
   * @param {RequestInit} [options]
   * @returns {Promise<any>} the JSON of the answer
   */
  async #fetch(address, options = {}) {
    try {
      const signal = AbortSignal.timeout(ANSWERS_WITHIN);
      const response = await fetch(address, { ...options, signal, redirect: "error" });
      const answer = await response.json();
      if (answer.code === "no_such_game") return this.#end(protocol.CLOSE.noSuchGame);
      if (response.ok || answer.type === "no") return answer;
    } catch {
      // There is no network, or the answer does not come from our server.
    }
    return this.#end(protocol.CLOSE.failed);
  }

  /**
   * @param {number} code
   * @returns {undefined}
   */
  #end(code) {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#handlers?.onClose(this, code);
  }
}

/** @param {ServerMessage | undefined} state the newest, if one came */
function waitAfter(state) {
  if (document.hidden) return WAIT_HIDDEN;
  if (state?.type !== "state" || state.status !== "playing") return WAIT_VISIBLE;
  const { exhibition } = state;
  if (exhibition?.is_paused) return WAIT_VISIBLE;
  if (exhibition) return Math.min(WAIT_VISIBLE, Math.max(WAIT_COMPUTER, exhibition.pace / 2));
  return state.seats[state.turn]?.level ? WAIT_COMPUTER : WAIT_VISIBLE;
}

function csrfToken() {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
}
