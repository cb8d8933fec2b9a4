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

/** @param {"resign" | "rematch" | "pause" | "resume" | "stop" | "sync"} type @returns {() => ClientMessage} */
const plain = (type) => () => ({ type, id: nextId() });

/**
 * Make messages that are meant for one ply only.
 *
 * @param {"undo" | "decline" | "draw" | "decline_draw" | "hint" | "step"} type
 * @returns {(ply: number) => ClientMessage}
 */
const atPly = (type) => (ply) => ({ type, id: nextId(), ply });

export const resign = plain("resign");
export const rematch = plain("rematch");
export const pause = plain("pause");
export const resume = plain("resume");
export const stop = plain("stop");
export const sync = plain("sync");
export const undo = atPly("undo");
export const decline = atPly("decline");
export const draw = atPly("draw");
export const decline_draw = atPly("decline_draw");
export const hint = atPly("hint");
export const step = atPly("step");

/** @param {number} ply @param {number} cell @returns {ClientMessage} */
export const move = (ply, cell) => ({ type: "move", id: nextId(), ply, cell });

/** @param {string} result @returns {ClientMessage} */
export const claim = (result) => ({ type: "claim", id: nextId(), result });

/** @param {string} reaction @returns {ClientMessage} */
export const react = (reaction) => ({ type: "react", id: nextId(), reaction });

/** @param {number} milliseconds @returns {ClientMessage} */
export const pace = (milliseconds) => ({ type: "pace", id: nextId(), pace: milliseconds });

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
