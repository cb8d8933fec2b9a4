// What a socket does, done by asking over HTTP again and again and by posting messages. Calls back with every message,
// and once at the end with a close code, 0 if the network failed.

import * as protocol from "./protocol.js";

const WAIT_VISIBLE = 2000; // milliseconds
const WAIT_HIDDEN = 10000; // milliseconds
const WAIT_COMPUTER = 400; // milliseconds, while the computer thinks
const ANSWERS_WITHIN = 9000; // milliseconds
const ASKING = new Set(["sync", "ping"]); // messages that asking does for

export class Polling {
  #address;
  #heard;
  #closed;
  #isOpen = true;
  #isAsking = false;
  #isAskedAgain = false;
  #timer = 0;
  #posts = Promise.resolve(); // one after the other, in their order
  #people = ""; // as they were last told
  #reactions = 0; // the number of the last that was told

  constructor(address, heard, closed) {
    this.#address = address;
    this.#heard = heard;
    this.#closed = closed;
    this.check();
  }

  send(message) {
    if (ASKING.has(message.type)) this.check();
    else this.#posts = this.#posts.then(() => this.#post(message));
  }

  // Ask now.
  async check() {
    this.#isAskedAgain = this.#isAsking;
    if (this.#isAsking || !this.#isOpen) return;
    this.#isAsking = true;
    clearTimeout(this.#timer);
    const query = new URLSearchParams({ page: protocol.SENDER, visible: !document.hidden });
    const told = await this.#fetch(`${this.#address}?${query}`);
    this.#isAsking = false;
    for (const message of told ?? []) this.#tell(message);
    this.#schedule(told?.[0]);
  }

  // End it, without another word.
  close() {
    this.#closed = () => {};
    this.#end();
  }

  async #post(message) {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": token() };
    const answer = await this.#fetch(this.#address, {
      method: "POST",
      headers,
      body: protocol.write(message),
    });
    if (!answer) return;
    this.#tell(answer);
    this.check();
  }

  #tell(message) {
    if (!this.#isOpen) return;
    if (message.type === "presence") {
      const people = JSON.stringify(message);
      if (people === this.#people) return;
      this.#people = people;
    }
    if (message.type === "reaction") {
      if (message.number <= this.#reactions) return;
      this.#reactions = message.number;
    }
    this.#heard(protocol.read(JSON.stringify(message)));
  }

  #schedule(state) {
    if (!this.#isOpen) return;
    clearTimeout(this.#timer);
    const isComputers = state?.status === "playing" && state.seats[state.turn]?.level;
    const wait = document.hidden ? WAIT_HIDDEN : isComputers ? WAIT_COMPUTER : WAIT_VISIBLE;
    this.#timer = setTimeout(() => this.check(), this.#isAskedAgain ? 0 : wait);
  }

  // Return what the server says, or nothing if this is the end.
  async #fetch(address, options = {}) {
    try {
      const signal = AbortSignal.timeout(ANSWERS_WITHIN);
      const response = await fetch(address, { ...options, signal, redirect: "error" });
      const said = await response.json();
      if (response.ok || said.type === "no") return this.#checked(said);
    } catch {
      // No network, or an answer that is not the server's own.
    }
    this.#end(0);
    return undefined;
  }

  #checked(said) {
    if (said.code !== "no_such_game") return said;
    this.#end(protocol.CLOSE.noSuchGame);
    return undefined;
  }

  #end(code) {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#closed(code);
  }
}

function token() {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
}
