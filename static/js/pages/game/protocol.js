// The wire format as the browser uses it; games/protocol/ describes all of it.

/** @import { ClientMessage, Content, ServerMessage } from "./types.js"; */

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

// What a frame with a state leaves out where it has these values: see ``DEFAULTS`` in games/protocol/.
export const DEFAULTS = {
  landing: null,
  playable: null,
  closed: [],
  target: null,
  targets: [],
  where: "",
  outcome: null,
  end: null,
  kind: "",
  part: null,
  clock: null,
  call: null,
  absent: null,
  hints: 0,
  undo: null,
  is_public: false,
  is_timed: false,
  start_ply: 0,
  next: null,
  next_by: null,
  may_rematch: false,
  offer: null,
  claim_in: null,
  result: "",
  rematch_by: "",
  play_on: "",
  may_undo: false,
  may_hint: false,
};
export const SEAT_DEFAULTS = { level: null, has_account: false };

const SERVER_TYPES = new Set("state ok no pong presence reaction hint games".split(" "));
let messageCount = 0;

/** @param {Content} content @returns {ClientMessage} */
export const createMessage = (content) => ({ id: `${PAGE_ID}-${++messageCount}`, ...content });

/** @param {ClientMessage} message */
export const encode = (message) => JSON.stringify(message);

/** @param {string} frame @returns {ServerMessage} */
export function decode(frame) {
  const message = checkType(JSON.parse(frame));
  if (message.type !== "state") return message;
  const { X, O } = message.seats;
  const seats = { X: X && { ...SEAT_DEFAULTS, ...X }, O: O && { ...SEAT_DEFAULTS, ...O } };
  return { ...DEFAULTS, ...message, seats };
}

/** @param {ServerMessage} message */
export function checkType(message) {
  if (!SERVER_TYPES.has(message.type)) throw new Error(`Unknown type of message: ${message.type}`);
  return message;
}
