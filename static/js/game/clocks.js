// The clocks of a game: counted down here, kept by the server.

const TICK = 100; // milliseconds
const CLOSE = 10000; // milliseconds, from which on tenths are shown
const ASK_AGAIN = 1000; // milliseconds between asking whether the time is up

export class Clocks {
  #store;
  #askIfOver;
  #snapshot = null;
  #since = 0; // when the snapshot came
  #asked = 0;

  constructor(store, askIfOver) {
    this.#store = store;
    this.#askIfOver = askIfOver;
    if (!store.snapshot.clock) return;
    store.addEventListener("change", () => this.#draw());
    setInterval(() => this.#draw(), TICK);
  }

  #draw() {
    const { snapshot } = this.#store;
    if (snapshot !== this.#snapshot) [this.#snapshot, this.#since] = [snapshot, Date.now()];
    const { left, running } = snapshot.clock;
    for (const [mark, time] of Object.entries(left)) {
      const used = mark === running ? Date.now() - this.#since : 0;
      this.#show(mark, Math.max(0, time - used), mark === running);
    }
  }

  #show(mark, left, isRunning) {
    const clock = document.querySelector(`[data-clock="${mark}"]`);
    clock.textContent = clockFace(left);
    clock.toggleAttribute("data-running", isRunning);
    clock.toggleAttribute("data-close", isRunning && left < CLOSE);
    if (left > 0 || !isRunning || Date.now() - this.#asked < ASK_AGAIN) return;
    this.#asked = Date.now();
    this.#askIfOver();
  }
}

function clockFace(left) {
  if (left < CLOSE) return (left / 1000).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
