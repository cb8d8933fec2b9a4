// Does over HTTP what a socket does, where no socket gets through: asks for the server's messages every few
// seconds, and posts the browser's.

import { csrfToken } from "../../csrf.js";
import { delayOf, varied } from "../../delays.js";
import { gettext } from "../../words.js";
import * as protocol from "./protocol.js";
import { hasPeople } from "./state.js";

/** @import { TransportHandlers } from "./connection.js"; */
/** @import { ClientMessage, Mark, ServerMessage, State } from "./types.js"; */

// Milliseconds between requests
const WAIT_MOVE = 2000; // while another person is to move
const WAIT_OTHERS = 4000; // while another person may do something else
const WAIT_ALONE = 6000; // while nobody else can do anything; the server takes a page for gone after 8 s
const WAIT_HIDDEN = 10000; // while the page cannot be seen
const WAITS_COMPUTER = [400, 800, 1600]; // while the computer thinks; the last one is used again and again
const WAIT_COMPUTERS = 1000; // while the computer plays itself
const WAITS_BUSY = [2000, 4000, 8000, 16000]; // after too many requests, at least
const ANSWERS_WITHIN = 9000; // milliseconds until the server must have answered
const TOO_MANY_REQUESTS = 429;
/** @type {Mark[]} */
const MARKS = ["X", "O"];
const ANSWERED_BY_POLLING = new Set(["sync", "ping"]); // types of messages that a poll replaces

export class Polling {
  #address;
  /** @type {TransportHandlers | null} null when it is closed from here */
  #handlers;
  #isOpen = true;
  #isRequesting = false;
  #mustRepeat = false; // whether to ask again as soon as the present request is answered
  #timer = 0;
  #asked = 0; // how often in a row it was asked for the computer's move
  #refusals = 0; // how often in a row there were too many requests
  #retryAfter = 0; // milliseconds that the last of these answers asked to wait
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

  /** Ask for messages now, or as soon as a request under way is answered, unless that would be too many. */
  check() {
    this.#mustRepeat = this.#isRequesting;
    if (!this.#isRequesting && this.#isOpen && !this.#refusals) void this.#requestMessages();
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
    const answer = await this.#fetch(`${this.#address}?${query}`);
    const messages = Array.isArray(answer) ? answer : [];
    const mustRepeat = this.#mustRepeat;
    this.#refusals = messages.length > 0 ? 0 : this.#refusals + 1;
    for (const message of messages) this.#report(message);
    // What is asked for on hearing one of these has come with the others.
    this.#mustRepeat = mustRepeat;
    this.#isRequesting = false;
    this.#schedule(messages[0]);
  }

  /** @param {ClientMessage} message */
  async #post(message) {
    const answer = await this.#fetch(this.#address, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
      body: protocol.encode(message),
    });
    if (!answer) return;
    this.#report(answer.code === protocol.NOT_SAVED ? { ...answer, id: message.id } : answer);
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
    this.#timer = setTimeout(() => void this.#requestMessages(), this.#waitAfter(first));
  }

  /** @param {ServerMessage | undefined} first */
  #waitAfter(first) {
    if (this.#refusals > 0) {
      const wait = varied(delayOf(WAITS_BUSY, this.#refusals - 1));
      return Math.max(wait, this.#retryAfter);
    }
    const isThinking = first?.type === "state" && isComputersTurn(first);
    this.#asked = isThinking ? this.#asked + 1 : 0;
    if (this.#mustRepeat) return 0;
    if (document.hidden || first?.type !== "state") return WAIT_HIDDEN;
    return isThinking ? delayOf(WAITS_COMPUTER, this.#asked - 1) : waitForPeople(first);
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
      const answer = await read(response);
      if (response.status === TOO_MANY_REQUESTS)
        this.#retryAfter = 1000 * (Number(response.headers.get("Retry-After")) || 0);
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

/**
 * Return the JSON of an answer. Where a server in front of ours finds that there are too many requests, it says that in
 * words of its own: then nothing was done, and the same may be sent again.
 *
 * @param {Response} response
 */
function read(response) {
  return response.json().catch((/** @type {unknown} */ error) => {
    if (response.status !== TOO_MANY_REQUESTS) throw error;
    const message = gettext("Your network asks for a lot at once. Try again in a moment.");
    return { type: "no", id: null, code: protocol.NOT_SAVED, message, state: null };
  });
}

/** @param {State} game */
function isComputersTurn(game) {
  const { status, turn, seats } = game;
  return status === "playing" && hasPeople(game) && Boolean(seats[turn]?.level);
}

/**
 * Return how long to wait while it is not the computer's turn.
 *
 * @param {State} game
 */
function waitForPeople(game) {
  const { status, turn, seats, you } = game;
  const isPlaying = status === "playing";
  if (isPlaying && !hasPeople(game)) return WAIT_COMPUTERS;
  if (you.length > 0 && MARKS.every((mark) => you.includes(mark) || seats[mark]?.level))
    return WAIT_ALONE;
  return isPlaying && !you.includes(turn) ? WAIT_MOVE : WAIT_OTHERS;
}
