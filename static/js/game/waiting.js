// The choices of somebody whose opponent is gone: counted down, then offered until they come back.

import { keepFocus } from "./render.js";

const TICK = 1000; // milliseconds

export class Waiting {
  #store;
  #until = 0; // when the game may be ended, in the browser's time
  #seats = {};
  #hasMet = false; // whether the one to wait for has been here

  constructor(store, ask) {
    this.#store = store;
    const form = document.querySelector("[data-claim-form]");
    if (!form) return;
    form.addEventListener("submit", (event) => {
      if (ask(event.submitter.value)) event.preventDefault();
    });
    store.addEventListener("change", () => this.#draw());
    setInterval(() => this.#draw(), TICK);
  }

  // Take in what the server says of the time to wait.
  expect({ claim_in: seconds }) {
    this.#until = seconds === null ? 0 : Date.now() + seconds * 1000;
  }

  meet({ seats }) {
    this.#seats = seats;
    this.#hasMet ||= this.#presence === "here";
    this.#draw();
  }

  get #presence() {
    return this.#seats[this.#store.snapshot.turn];
  }

  get #isAlone() {
    const { status, turn, you } = this.#store.snapshot;
    const isWaiting = status === "playing" && you.length === 1 && you[0] !== turn;
    return isWaiting && this.#presence && this.#presence !== "here";
  }

  #draw() {
    const part = document.querySelector("[data-claim]");
    if (!part) return;
    const isAlone = this.#isAlone;
    // Without a time to wait for, it is a host who does not know yet that the game has begun.
    document.querySelector("[data-awaited]").hidden = !isAlone || this.#until > 0 || this.#hasMet;
    part.hidden = !isAlone || this.#until === 0;
    keepFocus();
    if (part.hidden) return;
    const { seats, turn } = this.#store.snapshot;
    const seconds = Math.ceil((this.#until - Date.now()) / 1000);
    const when = seconds > 0 ? ` in ${seconds} s` : "";
    const words = `${seats[turn].name} is ${this.#presence}. You may end the game${when}`;
    part.querySelector("[data-claim-words]").textContent = words;
    for (const button of part.querySelectorAll("button")) button.disabled = seconds > 0;
  }
}
