// What one hears and feels, made like the ink: a pen, a disc that falls, stone on wood; and what happens to a game. All
// recipes are for WebAudio, and vibration goes with them.

import { isChosen } from "../../remembered.js";

/** @import { PageState } from "./state.js"; */
/** @import { Mark, State } from "./types.js"; */

/** @typedef {"X" | "O" | "discs" | "stones" | "won" | "lost" | "drawn" | "joined" | "hurry"} Occasion */

/**
 * A part of a sound: the noise of a pen, or a tone; from one pitch to another, in hertz; the times are in seconds.
 *
 * @typedef {["noise" | "tone", start: number, seconds: number, from: number, to: number, volume: number]} Part
 */

const OTHERS = 0.4; // how loud the other's move is, of one's own
const LINE_DRAWN_AFTER = 0.35; // seconds
const CLOSE = 5000; // milliseconds on one's own clock

/** @type {Record<Occasion, { parts: Part[], vibration: number | number[] }>} vibration in milliseconds */
const RECIPES = {
  X: {
    parts: [
      ["noise", 0, 0.1, 2200, 3600, 0.22],
      ["noise", 0.14, 0.11, 3400, 2000, 0.22],
    ],
    vibration: [8, 50, 8],
  },
  O: { parts: [["noise", 0, 0.32, 1500, 2700, 0.18]], vibration: 18 },
  discs: {
    parts: [
      ["noise", 0.24, 0.05, 1900, 900, 0.5],
      ["tone", 0.25, 0.12, 230, 120, 0.3],
      ["tone", 0.39, 0.07, 250, 150, 0.1],
    ],
    vibration: [0, 240, 20],
  },
  stones: {
    parts: [
      ["noise", 0, 0.03, 3200, 1800, 0.5],
      ["tone", 0, 0.09, 760, 420, 0.22],
    ],
    vibration: 12,
  },
  won: {
    parts: [
      ["tone", 0, 0.16, 523, 523, 0.12],
      ["tone", 0.11, 0.16, 659, 659, 0.12],
      ["tone", 0.22, 0.18, 784, 784, 0.12],
      ["tone", 0.33, 0.5, 1047, 1047, 0.12],
    ],
    vibration: [0, 300, 40, 60, 80],
  },
  lost: {
    parts: [
      ["tone", 0, 0.28, 330, 324, 0.09],
      ["tone", 0.24, 0.5, 262, 256, 0.09],
    ],
    vibration: [0, 300, 50],
  },
  drawn: {
    parts: [
      ["tone", 0, 0.2, 440, 440, 0.1],
      ["tone", 0.16, 0.2, 554, 554, 0.1],
      ["tone", 0.36, 0.5, 440, 440, 0.08],
      ["tone", 0.36, 0.5, 554, 554, 0.08],
    ],
    vibration: [0, 300, 30, 80, 30],
  },
  joined: {
    parts: [
      ["tone", 0, 0.2, 659, 659, 0.13],
      ["tone", 0.16, 0.5, 880, 880, 0.13],
    ],
    vibration: [30, 60, 60],
  },
  hurry: {
    parts: [
      ["tone", 0, 0.05, 1300, 1200, 0.12],
      ["tone", 0.14, 0.05, 1300, 1200, 0.12],
    ],
    vibration: [25, 60, 25],
  },
};

/** @type {AudioContext | null} made when first needed, as browsers want a press before it */
let audio = null;
let wasClose = false; // whether one's own clock had little time left

/**
 * @param {PageState} state
 * @param {PageState} previous what was drawn before
 * @param {string} pieces of the board
 */
export function playChange({ game, pending }, { game: before, pending: earlier }, pieces) {
  const mover = game.ply % 2 ? "X" : "O";
  if (pending && pending.id !== earlier?.id) playMove(pending.mark, pieces);
  else if (game.ply > before.ply && !game.you.includes(mover)) playMove(mover, pieces, true);
  if (before.status === "waiting" && game.status === "playing") playFor("joined");
  if (game.result && !before.result) playEnd(game.result);
}

/**
 * @param {Mark} mark
 * @param {string} pieces
 * @param {boolean} isOthers
 */
export function playMove(mark, pieces, isOthers = false) {
  playFor(pieces === "discs" || pieces === "stones" ? pieces : mark, isOthers ? OTHERS : 1);
}

/** @param {string} result as the snapshot has it; a game that one only watches ends as one that is won */
export function playEnd(result) {
  playFor(result === "lost" || result === "drawn" ? result : "won", 1, LINE_DRAWN_AFTER);
}

/**
 * Warn once when little is left on one's own clock, unless that is all there ever is.
 *
 * @param {State} game
 * @param {number} left milliseconds on the clock that runs
 */
export function playClock({ clock, you }, left) {
  const isOwn = clock && you.length === 1 && clock.running === you[0];
  const isClose = Boolean(isOwn && left > 0 && left <= CLOSE && clock.total > CLOSE);
  if (isClose && !wasClose) playFor("hurry");
  wasClose = isClose;
}

/**
 * @param {Occasion} occasion
 * @param {number} loudness
 * @param {number} delay seconds
 */
export function playFor(occasion, loudness = 1, delay = 0) {
  // Before the first press of a page, browsers allow neither.
  if (navigator.userActivation?.hasBeenActive === false) return;
  const { parts, vibration } = RECIPES[occasion];
  if (isChosen("vibration")) navigator.vibrate?.(vibration);
  if (!isChosen("sound")) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  for (const part of parts) playPart(audio, part, audio.currentTime + delay, loudness);
}

/**
 * @param {AudioContext} context
 * @param {Part} part
 * @param {number} now seconds, by the context's clock
 * @param {number} loudness
 */
function playPart(context, [kind, start, seconds, from, to, volume], now, loudness) {
  const [at, end] = [now + start, now + start + seconds];
  const { source, pitch, output } = kind === "noise" ? penOn(context) : toneOf(context);
  const volumeOf = context.createGain();
  pitch.setValueAtTime(from, at);
  pitch.linearRampToValueAtTime(to, end);
  volumeOf.gain.setValueAtTime(0.001, at);
  volumeOf.gain.linearRampToValueAtTime(volume * loudness, at + Math.min(0.02, seconds / 4));
  // A pen is lifted; what is struck dies away.
  if (kind === "noise") volumeOf.gain.linearRampToValueAtTime(0.001, end);
  else volumeOf.gain.exponentialRampToValueAtTime(0.001, end);
  output.connect(volumeOf).connect(context.destination);
  source.start(at);
  source.stop(end);
}

/** @param {AudioContext} context */
function toneOf(context) {
  const source = context.createOscillator();
  source.type = "triangle";
  return { source, pitch: source.frequency, output: source };
}

/**
 * Return the noise of a pen on paper, with a filter around its pitch.
 *
 * @param {AudioContext} context
 */
function penOn(context) {
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  source.buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = source.buffer.getChannelData(0);
  for (const index of samples.keys()) samples[index] = Math.random() * 2 - 1;
  filter.type = "bandpass";
  return { source, pitch: filter.frequency, output: source.connect(filter) };
}
