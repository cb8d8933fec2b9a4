// What is heard and felt: only for those who ask for it, remembered by the browser.

const KEY = "feedback";
const NOTES = { move: [[520, 0.07]], end: [[520, 0.1], [660, 0.1], [780, 0.2]] }; // hertz, seconds
const LOUDNESS = 0.12;
const BUZZ = { move: 25, end: [40, 60, 80] }; // milliseconds

export class Feedback {
  #choices = read();
  #sound = null;
  #seen;

  constructor(store) {
    this.#seen = store.snapshot;
    store.addEventListener("change", () => this.#meet(store.snapshot));
    for (const box of document.querySelectorAll("[data-feedback]")) this.#bind(box);
  }

  get isMuted() {
    return Boolean(this.#choices.mute);
  }

  #bind(box) {
    const { feedback: name } = box.dataset;
    box.checked = Boolean(this.#choices[name]);
    box.addEventListener("change", () => {
      this.#choices[name] = box.checked;
      write(this.#choices);
      if (box.checked && name !== "mute") this.#give("move");
    });
  }

  #meet(snapshot) {
    const before = this.#seen;
    this.#seen = snapshot;
    if (snapshot.outcome && !before.outcome) this.#give("end");
    else if (snapshot.ply > before.ply && snapshot.you.includes(snapshot.turn)) this.#give("move");
  }

  #give(what) {
    if (this.#choices.sound) this.#play(NOTES[what]);
    if (this.#choices.vibration) navigator.vibrate?.(BUZZ[what]);
  }

  #play(notes) {
    this.#sound ??= new AudioContext();
    let at = this.#sound.currentTime;
    for (const [pitch, seconds] of notes) {
      this.#note(pitch, at, seconds);
      at += seconds;
    }
  }

  #note(pitch, at, seconds) {
    const [tone, volume] = [this.#sound.createOscillator(), this.#sound.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUDNESS, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(volume).connect(this.#sound.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // Storage may be forbidden, or hold something else.
  }
}

function write(choices) {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // Then it holds for this page only.
  }
}
