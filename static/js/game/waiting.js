// The choices of somebody whose opponent is gone: counted down, then offered until they come back.

const TICK = 1000; // milliseconds

export class Waiting {
  #store;
  #until = 0; // when the game may be ended, in the browser's time
  #seats = {};

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
    this.#draw();
  }

  get #isAlone() {
    const { status, turn, you } = this.#store.snapshot;
    const presence = this.#seats[turn];
    return status === "playing" && you.length === 1 && you[0] !== turn && presence && presence !== "here";
  }

  #draw() {
    const part = document.querySelector("[data-claim]");
    if (!part) return;
    const isAlone = this.#isAlone && this.#until > 0;
    part.hidden = !isAlone;
    if (!isAlone) return;
    const { seats, turn } = this.#store.snapshot;
    const seconds = Math.ceil((this.#until - Date.now()) / 1000);
    const soon = `${seats[turn].name} is gone. You may end the game in ${seconds} s`;
    const words = seconds > 0 ? soon : `${seats[turn].name} is gone. You may end the game`;
    part.querySelector("[data-claim-words]").textContent = words;
    for (const button of part.querySelectorAll("button")) button.disabled = seconds > 0;
  }
}
