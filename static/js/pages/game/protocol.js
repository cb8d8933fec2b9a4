// The wire format as the browser uses it; games/protocol/ describes all of it.

/** @import { ClientMessage, ServerMessage } from "./types.js"; */

// Tells the pages of one browser apart; every message's id begins with it.
export const PAGE_ID = Math.random().toString(36).slice(2, 10);

// Codes with which the server closes a socket; 0 stands for a connection that failed without one.
export const CLOSE = {
  failed: 0,
  noSuchGame: 4001,
  tooFast: 4008,
  restarting: 4012,
  unavailable: 4013,
};

// The code of a refusal after which the same message is to be sent again.
export const NOT_SAVED = "not_saved";

const SERVER_TYPES = new Set("state ok no pong presence reaction hint games".split(" "));
let messageCount = 0;

const nextId = () => `${PAGE_ID}-${++messageCount}`;

/** @param {number} ply @param {number} cell @returns {ClientMessage} */
export const move = (ply, cell) => ({ type: "move", id: nextId(), ply, cell });

/** @returns {ClientMessage} */
export const resign = () => ({ type: "resign", id: nextId() });

/** @returns {ClientMessage} */
export const rematch = () => ({ type: "rematch", id: nextId() });

/** @param {string} result @returns {ClientMessage} */
export const claim = (result) => ({ type: "claim", id: nextId(), result });

/** @param {number} ply @returns {ClientMessage} */
export const undo = (ply) => ({ type: "undo", id: nextId(), ply });

/** @param {number} ply @returns {ClientMessage} */
export const decline = (ply) => ({ type: "decline", id: nextId(), ply });

/** @param {number} ply @returns {ClientMessage} */
export const draw = (ply) => ({ type: "draw", id: nextId(), ply });

/** @param {number} ply @returns {ClientMessage} */
export const decline_draw = (ply) => ({ type: "decline_draw", id: nextId(), ply });

/** @param {number} ply @returns {ClientMessage} */
export const hint = (ply) => ({ type: "hint", id: nextId(), ply });

/** @param {string} reaction @returns {ClientMessage} */
export const react = (reaction) => ({ type: "react", id: nextId(), reaction });

/** @returns {ClientMessage} */
export const pause = () => ({ type: "pause", id: nextId() });

/** @returns {ClientMessage} */
export const resume = () => ({ type: "resume", id: nextId() });

/** @param {number} ply @returns {ClientMessage} */
export const step = (ply) => ({ type: "step", id: nextId(), ply });

/** @param {number} milliseconds @returns {ClientMessage} */
export const pace = (milliseconds) => ({ type: "pace", id: nextId(), pace: milliseconds });

/** @returns {ClientMessage} */
export const stop = () => ({ type: "stop", id: nextId() });

/** @returns {ClientMessage} */
export const sync = () => ({ type: "sync", id: nextId() });

/** @param {boolean} visible @returns {ClientMessage} */
export const ping = (visible) => ({ type: "ping", id: nextId(), visible });

/** @param {ClientMessage} message */
export const encode = (message) => JSON.stringify(message);

/**
 * Read a frame from the server. Throws if it is no message of a known type.
 *
 * @param {string} frame
 * @returns {ServerMessage}
 */
export function decode(frame) {
  return checkType(JSON.parse(frame));
}

/**
 * Return a message that is already an object, if its type is known. Throws otherwise.
 *
 * @param {ServerMessage} message
 */
export function checkType(message) {
  if (!SERVER_TYPES.has(message.type)) throw new Error(`Unknown type of message: ${message.type}`);
  return message;
}

/**
 * Return the size and the rules that a variant's code such as "7x6x4+drop" stands for.
 *
 * @param {string} variant
 */
export function parseVariant(variant) {
  const [width = 0, height = 0] = variant.split("x").map(Number);
  return { width, height, isMisere: variant.includes("+misere") };
}
