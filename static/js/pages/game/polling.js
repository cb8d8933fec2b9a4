// Where no socket gets through: fetches the state of what a page shows as JSON, and posts what its forms would post.

import { csrfToken } from "../../csrf.js";
import { gettext } from "../../words.js";
import * as protocol from "./protocol.js";

// Milliseconds
const ASK_EVERY = 2000;
const ASK_EVERY_HIDDEN = 10000;
const ANSWERS_WITHIN = 9000;
const TOO_MANY_REQUESTS = 429;

export class Polling {
  #address;
  /** @type {TransportHandlers | null} null when it is closed */
  #handlers;
  #timer = 0;
  #waitUntil = 0; // after too many requests, by performance.now()
  #last; // request; the next one waits for it, to keep their order
  /** @type {Map<string, string>} the JSON of what comes with each state, by its type */
  #heard = new Map();

  /** @param {string} address of the page @param {TransportHandlers} handlers */
  constructor(address, handlers) {
    this.#address = address;
    this.#handlers = handlers;
    this.#last = this.#ask();
  }

  /** @param {ClientMessage} message */
  send(message) {
    if (message.type === "sync" || message.type === "ping") this.check();
    else this.#enqueue(() => this.#post(message));
  }

  /** Ask for the state now, unless there were too many requests. */
  check() {
    this.#enqueue(() => this.#ask());
  }

  close() {
    this.#handlers = null;
    clearTimeout(this.#timer);
  }

  /** @param {() => Promise<void>} request */
  #enqueue(request) {
    this.#last = this.#last.then(() => (this.#handlers ? request() : undefined));
  }

  async #ask() {
    clearTimeout(this.#timer);
    if (performance.now() >= this.#waitUntil) {
      const answer = await this.#fetch(`${this.#address}?visible=${!document.hidden}`);
      if (answer) this.#report(answer);
    }
    if (!this.#handlers) return;
    const wait = document.hidden ? ASK_EVERY_HIDDEN : ASK_EVERY;
    const patience = Math.max(wait, this.#waitUntil - performance.now());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.check(), patience);
  }

  /** @param {ClientMessage} message */
  async #post({ id, type, ...fields }) {
    const answer = await this.#fetch(`${this.#address}${type}/`, {
      method: "POST",
      headers: { "X-CSRFToken": csrfToken() },
      body: new URLSearchParams(/** @type {any} */ ({ message: id, ...fields })),
    });
    if (!answer) return;
    // A refusal is shown beside the state that it speaks of.
    await this.#ask();
    this.#report(answer.type === "state" ? { type: "ok", id } : { ...answer, id });
  }

  /** @param {any} answer */
  #report({ presence, said, ...message }) {
    for (const each of [message, presence, said])
      if (each && this.#isNews(each)) this.#handlers?.onMessage(this, each);
  }

  /** @param {ServerMessage} message */
  #isNews(message) {
    if (message.type !== "presence" && message.type !== "reaction") return true;
    const before = this.#heard.get(message.type);
    this.#heard.set(message.type, JSON.stringify(message));
    return this.#heard.get(message.type) !== before;
  }

  // Undefined if polling ends here; a refusal comes as a message.
  /** @param {string} address @param {RequestInit} [options] @returns {Promise<any>} */
  async #fetch(address, { headers, ...options } = {}) {
    try {
      const response = await fetch(address, {
        ...options,
        headers: { ...headers, Accept: "application/json" },
        signal: AbortSignal.timeout(ANSWERS_WITHIN),
      });
      const answer = await this.#read(response);
      if (answer.code === "no_such_game") return this.#end(protocol.CLOSE.noSuchGame);
      if (response.ok) return protocol.checkType(answer);
      if (answer.code) return { state: null, ...answer, type: "no" };
    } catch {
      // There is no network, or the answer does not come from our server.
    }
    return this.#end(protocol.CLOSE.failed);
  }

  // A server in front of ours that finds too many requests says it in its own words: nothing was done, and the same
  // may be sent again.
  /** @param {Response} response */
  async #read(response) {
    if (response.status !== TOO_MANY_REQUESTS) return response.json();
    const seconds = Number(response.headers.get("Retry-After")) || 0;
    this.#waitUntil = performance.now() + 1000 * seconds;
    const message = gettext("Your network asks for a lot at once. Try again in a moment.");
    return response.json().catch(() => ({ code: protocol.NOT_SAVED, message }));
  }

  /** @param {number} code @returns {undefined} */
  #end(code) {
    const handlers = this.#handlers;
    this.close();
    handlers?.onClose(this, code);
  }
}
