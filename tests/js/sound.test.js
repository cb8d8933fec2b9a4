// Sounds come back after whatever stopped them.

import { deepEqual as equal } from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** @type {any[]} */
const contexts = [];
let started = 0;

const node = () => ({
  connect: (/** @type {unknown} */ next) => next,
  frequency: parameter(),
  gain: parameter(),
  start: () => (started += 1),
  stop: () => {},
});
const parameter = () => ({
  setValueAtTime() {},
  linearRampToValueAtTime() {},
  exponentialRampToValueAtTime() {},
});

class FakeAudioContext {
  state = "running";
  currentTime = 0;
  resumed = 0;
  createOscillator = node;
  createGain = node;

  constructor() {
    contexts.push(this);
  }

  resume() {
    this.resumed += 1;
    if (this.state === "interrupted") return Promise.reject(new Error("A call is going on"));
    this.state = "running";
    return Promise.resolve();
  }
}

const platform = /** @type {any} */ (globalThis);
platform.AudioContext = FakeAudioContext;
platform.localStorage = { getItem: () => null, setItem: () => {} };
platform.matchMedia = () => ({ matches: false });
const { playFor } = await import("../../static/js/pages/game/sound.js");

beforeEach(() => {
  playFor("joined");
  started = 0;
});

for (const state of ["suspended", "interrupted"])
  test(`a context that is ${state} is resumed at each sound`, () => {
    const context = contexts.at(-1);
    context.resumed = 0;
    context.state = state;
    playFor("joined");
    equal(context.resumed, 1);
    equal(contexts.at(-1), context);
    equal(started > 0, true);
    context.state = "running";
  });

test("a closed context is followed by a new one", () => {
  const closed = contexts.at(-1);
  closed.state = "closed";
  playFor("joined");
  equal(contexts.at(-1) === closed, false);
  equal(started > 0, true);
});
