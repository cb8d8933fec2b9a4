// The wire format as the browser uses it; games/protocol/ describes all of it.

import { readJson } from "../../dom.js";

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

/** @param {Content} content @returns {ClientMessage} */
export const createMessage = (content) => ({ id: `${PAGE_ID}-${++messageCount}`, ...content });

// A frame with a state leaves out what the page knows already.
/** @param {string} frame @returns {ServerMessage} */
export function decode(frame) {
  const message = checkType(JSON.parse(frame));
  if (message.type !== "state") return message;
  const { X, O } = message.seats;
  const { state, seat } = readJson("defaults");
  return { ...state, ...message, seats: { X: X && { ...seat, ...X }, O: O && { ...seat, ...O } } };
}

/** @param {ServerMessage} message */
export function checkType(message) {
  if (!SERVER_TYPES.has(message.type)) throw new Error(`Unknown type of message: ${message.type}`);
  return message;
}
