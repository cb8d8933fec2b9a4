// What one hears and feels, made like the ink: a pen, a disc that falls, stone on wood; and what happens to a game. All
// recipes are for WebAudio, and vibration goes with them.

import { isChosen } from "../../remembered.js";

/** @typedef {"X" | "O" | "discs" | "stones" | "won" | "lost" | "drawn" | "joined" | "hurry"} Occasion */

const OTHERS = 0.4; // how loud the other's move is, of one's own
const LINE_DRAWN_AFTER = 0.35; // seconds
const CLOSE = 5000; // milliseconds on one's own clock

/**
 * The parts of each sound: the noise of a pen or a tone, its start and length in seconds, the pitches from which and to
 * which it goes in hertz, and its volume.
 *
 * @type {Record<Occasion, string>}
 */
const RECIPES = {
  X: "pen 0 .1 2200 3600 .22, pen .14 .11 3400 2000 .22",
  O: "pen 0 .32 1500 2700 .18",
  discs: "pen .24 .05 1900 900 .5, tone .25 .12 230 120 .3, tone .39 .07 250 150 .1",
  stones: "pen 0 .03 3200 1800 .5, tone 0 .09 760 420 .22",
  won: "tone 0 .16 523 523 .12, tone .11 .16 659 659 .12, tone .22 .18 784 784 .12, tone .33 .5 1047 1047 .12",
  lost: "tone 0 .28 330 324 .09, tone .24 .5 262 256 .09",
  drawn:
    "tone 0 .2 440 440 .1, tone .16 .2 554 554 .1, tone .36 .5 440 440 .08, tone .36 .5 554 554 .08",
  joined: "tone 0 .2 659 659 .13, tone .16 .5 880 880 .13",
  hurry: "tone 0 .05 1300 1200 .12, tone .14 .05 1300 1200 .12",
};
/** @type {Record<Occasion, number[]>} milliseconds of vibration and rest in turn */
const VIBRATIONS = {
  X: [8, 50, 8],
  O: [18],
  discs: [0, 240, 20],
  stones: [12],
  won: [0, 300, 40, 60, 80],
  lost: [0, 300, 50],
  drawn: [0, 300, 30, 80, 30],
  joined: [30, 60, 60],
  hurry: [25, 60, 25],
};

/** @type {AudioContext | null} made when first needed, as browsers want a press before it */
let audio = null;
let wasClose = false; // whether one's own clock had little time left

/** @param {PageState} state @param {PageState} previous @param {string | undefined} pieces */
export function playChange({ game, pending }, { game: before, pending: earlier }, pieces) {
  const mover = game.ply % 2 ? "X" : "O";
  if (pending && pending.id !== earlier?.id) playMove(pending.mark, pieces);
  else if (game.ply > before.ply && !game.you.includes(mover)) playMove(mover, pieces, true);
  const wasAlone = before.status === "waiting" || before.status === "called";
  if (wasAlone && before.status !== game.status && !game.outcome) playFor("joined");
  if (game.result && !before.result) playEnd(game.result);
}

/** @param {Mark} mark @param {string | undefined} pieces @param {boolean} isOthers */
export function playMove(mark, pieces, isOthers = false) {
  playFor(pieces === "discs" || pieces === "stones" ? pieces : mark, isOthers ? OTHERS : 1);
}

/** @param {string} result as the snapshot has it; a game that one only watches ends as one that is won */
export function playEnd(result) {
  playFor(result === "lost" || result === "drawn" ? result : "won", 1, LINE_DRAWN_AFTER);
}

// Warn once when little is left on one's own clock, unless that is all there ever is.
/** @param {State} game @param {number} left milliseconds on the clock that runs */
export function playClock({ clock, you }, left) {
  const isOwn = clock && you.length === 1 && clock.running === you[0];
  const isClose = Boolean(isOwn && left > 0 && left <= CLOSE && clock.total > CLOSE);
  if (isClose && !wasClose) playFor("hurry");
  wasClose = isClose;
}

/** @param {Occasion} occasion @param {number} loudness @param {number} delay seconds */
export function playFor(occasion, loudness = 1, delay = 0) {
  // Before the first press of a page, browsers allow neither.
  if (navigator.userActivation?.hasBeenActive === false) return;
  if (isChosen("vibration")) navigator.vibrate?.(VIBRATIONS[occasion]);
  if (!isChosen("sound")) return;
  const context = awake();
  for (const part of RECIPES[occasion].split(", "))
    playPart(context, part, context.currentTime + delay, loudness);
}

/** Return a context that plays: a call interrupts it, and a browser short of memory closes it. */
function awake() {
  if (!audio || audio.state === "closed") audio = new AudioContext();
  // While what has interrupted it goes on it stays so, until the next sound.
  if (audio.state !== "running") audio.resume().catch(() => {});
  return audio;
}

/** @param {AudioContext} context @param {string} part @param {number} now seconds, by the context's clock
 * @param {number} loudness */
function playPart(context, part, now, loudness) {
  const [start = 0, seconds = 0, from = 0, to = 0, volume = 0] = part
    .split(" ")
    .slice(1)
    .map(Number);
  const [at, end] = [now + start, now + start + seconds];
  const isPen = part.startsWith("pen");
  const { source, pitch, output } = isPen ? penOn(context) : toneOf(context);
  const volumeOf = context.createGain();
  pitch.setValueAtTime(from, at);
  pitch.linearRampToValueAtTime(to, end);
  volumeOf.gain.setValueAtTime(0.001, at);
  volumeOf.gain.linearRampToValueAtTime(volume * loudness, at + Math.min(0.02, seconds / 4));
  // A pen is lifted; what is struck dies away.
  if (isPen) volumeOf.gain.linearRampToValueAtTime(0.001, end);
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

/** @param {AudioContext} context */
function penOn(context) {
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  source.buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = source.buffer.getChannelData(0);
  for (const index of samples.keys()) samples[index] = Math.random() * 2 - 1;
  filter.type = "bandpass";
  return { source, pitch: filter.frequency, output: source.connect(filter) };
}
