// Says that the connection is lost, or that the server cannot save anything for now; and when that is over.

import { announce, hideNote, showConnection, showNote } from "./announcer.js";
import { CLOSE } from "./protocol.js";
import { gettext } from "../../words.js";

/** @import { Request } from "./connection.js"; */

let isLost = false; // whether a lost connection was reported
let isNotSaved = false; // whether a note says that something could not be saved yet

export function reportFound() {
  if (isLost) announce(gettext("Connected again"), "assertive");
  isLost = false;
  showConnection(true);
}

/** @param {number} code with which the server has closed the connection */
export function reportLost(code) {
  const words = lostWords(code);
  if (!isLost) {
    announce(words, "assertive");
    showConnection(false, words);
  }
  isLost = true;
}

/** @param {number} code */
function lostWords(code) {
  if (code === CLOSE.restarting) return gettext("The server restarts, back in a moment");
  if (code === CLOSE.unavailable) return gettext("The games are out of reach, trying again");
  return gettext("Connection lost, trying again");
}

export function reportNotSaved() {
  if (!isNotSaved) showNote(gettext("Not saved yet, trying again"), Infinity);
  isNotSaved = true;
}

/** What could not be saved has been answered, or is given up. */
export function reportSaved() {
  if (isNotSaved) hideNote();
  isNotSaved = false;
}

/**
 * Return what to say of a request that is given up.
 *
 * @param {Request} request
 */
export function unansweredWords({ message, wasSent, words }) {
  const isMove = message.type === "move";
  return words || (wasSent ? unconfirmedWords(isMove) : unsentWords(isMove));
}

/** @param {boolean} isMove */
function unconfirmedWords(isMove) {
  const what = isMove
    ? gettext("Your move was not confirmed and may still arrive.")
    : gettext("Your request was not confirmed and may still arrive.");
  return `${what} ${gettext("Wait for the connection, then look again.")}`;
}

/** @param {boolean} isMove */
function unsentWords(isMove) {
  const what = isMove
    ? gettext("Your move could not be sent.")
    : gettext("Your request could not be sent.");
  return `${what} ${gettext("Check your connection and try again.")}`;
}
