// Plays a sound and vibrates when somebody comes, when it is one's turn and when the game ends, for those who chose so.

import { isChosen } from "../../remembered.js";

/** @import { State } from "./types.js"; */

/** @typedef {"move" | "end"} Occasion */

/** @type {Record<Occasion, [pitch: number, seconds: number][]>} pitches in hertz */
const NOTES = {
  move: [[520, 0.07]],
  end: [
    [520, 0.1],
    [660, 0.1],
    [780, 0.2],
  ],
};
const VOLUME = 0.12;
const VIBRATION = { move: 25, end: [40, 60, 80] }; // milliseconds

/** @type {AudioContext | null} made when first needed, as browsers want a press before it */
let audio = null;

/**
 * @param {State} game
 * @param {State} previous
 */
export function playChange(game, previous) {
  const hasBegun = previous.status === "waiting" && game.status === "playing";
  if (hasBegun || (game.outcome && !previous.outcome)) playFor("end");
  else if (game.ply > previous.ply && game.you.includes(game.turn)) playFor("move");
}

/** @param {Occasion} occasion */
export function playFor(occasion) {
  if (isChosen("sound")) playNotes(NOTES[occasion]);
  if (isChosen("vibration")) navigator.vibrate?.(VIBRATION[occasion]);
}

/** @param {[pitch: number, seconds: number][]} notes */
function playNotes(notes) {
  audio ??= new AudioContext();
  let start = audio.currentTime;
  for (const [pitch, seconds] of notes) {
    playNote(audio, pitch, start, seconds);
    start += seconds;
  }
}

/**
 * @param {AudioContext} context
 * @param {number} pitch hertz
 * @param {number} start seconds, by the context's clock
 * @param {number} seconds
 */
function playNote(context, pitch, start, seconds) {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(VOLUME, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + seconds);
}
