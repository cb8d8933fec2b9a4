// Says what happens: to screen readers, in the notices over the page, and in the title of a page that is not looked at.

import { say } from "../../dom.js";
import {
  MARKS,
  alert,
  assertiveRegion,
  board,
  cells,
  icon,
  note,
  politeRegion,
} from "./elements.js";
import { CLOSE } from "./protocol.js";
import { isBeforeStart } from "./state.js";
import { sideName, spoken } from "../../cells.js";
import { gettext, interpolate } from "../../words.js";

const ALERT_SHOWN_FOR = 12000; // milliseconds, unless it is pressed away before

const NOTE_SHOWN_FOR = 2500; // milliseconds

let alertTimer = 0;
let noteTimer = 0;
let isNotSaved = false; // whether a note says that something could not be saved yet
let titleNews = ""; // what happened while nobody looked at the page

alert.addEventListener("click", () => showAlert(""));

// What is urgent leaves nothing older beside it, such as whose turn it was when the game ended.
/** @param {string} words @param {"polite" | "assertive"} urgency */
export function announce(words, urgency = "polite") {
  if (urgency === "assertive") politeRegion.textContent = "";
  say(urgency === "polite" ? politeRegion : assertiveRegion, words);
}

/** @param {string} words empty to hide the alert @param {Link} [link] what follows them */
export function showAlert(words, link) {
  say(alert, words);
  if (link) {
    const { address: href, words: textContent } = link;
    alert.append(" ", Object.assign(document.createElement("a"), { href, textContent }));
  }
  alert.hidden = !words;
  clearTimeout(alertTimer);
  alertTimer = setTimeout(() => (alert.hidden = true), ALERT_SHOWN_FOR);
}

// "e11" may sound like a word, so that it is read as "e 11".
/** @param {string} words @param {number} duration milliseconds; infinite until `hideNote` */
export function showNote(words, duration = NOTE_SHOWN_FOR) {
  announce(words.replace(/\b([a-z])(?=\d)/g, "$1 "));
  note.textContent = words;
  note.hidden = false;
  clearTimeout(noteTimer);
  if (duration < Infinity) noteTimer = setTimeout(hideNote, duration);
}

function hideNote() {
  note.hidden = true;
}

/** @param {State} game @param {State} previous what was drawn before */
export function drawTitle(game, previous) {
  const { status, you, turn } = game;
  if (!document.hidden) titleNews = "";
  else if (hasBegun(game, previous)) titleNews = `${joined(game)} `;
  else if (game.rematch_by)
    titleNews = `${interpolate(gettext("%(name)s wants a rematch."), { name: game.rematch_by })} `;
  document.title = `${titleNews}${game.words} · ${gettext("Tic-tac-toe")}`;
  const isYourTurn = status === "playing" && you.length === 1 && you[0] === turn;
  const { turn: turnIcon = "", plain = "" } = icon.dataset;
  const wanted = isYourTurn ? turnIcon : plain;
  if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}

/** @param {PageState} state @param {PageState} previous what was drawn before */
export function announceChange({ game }, { game: previous }) {
  // The other one has chosen that.
  if (game.is_public && !previous.is_public) showNote(gettext("This game is shown under Watch"));
  if (game.words === previous.words && game.ply === previous.ply) return;
  if (hasBegun(game, previous)) announce(`${joined(game)} ${game.words}`);
  else if (game.outcome) announce(game.words, "assertive");
  else if (game.ply < previous.ply) announce(`${gettext("Taken back.")} ${game.words}`);
  else announce(lastMove(game, previous) + [game.words, game.where].filter(Boolean).join(". "));
}

// Nothing if it is old or this person's own.
/** @param {State} game @param {State} previous */
function lastMove({ ply, moves, you }, previous) {
  const mark = ply % 2 ? "X" : "O";
  const isOwn = you.length === 1 && you[0] === mark;
  const cell = moves[ply - 1];
  return ply > previous.ply && !isOwn && cell !== undefined
    ? `${sideName(board, mark)}: ${spoken(cells[cell])}. `
    : "";
}

/** @param {State} game @param {State} previous */
const hasBegun = (game, previous) =>
  isBeforeStart(previous) && game.status === "playing" && game.you.length === 1;

/** @param {State} game */
function joined({ you, seats }) {
  const opponent = MARKS.find((mark) => !you.includes(mark));
  const name = (opponent && seats[opponent]?.name) ?? "";
  return interpolate(gettext("%(name)s has joined."), { name });
}

// That the connection is lost, or that the server cannot save anything for now; and when that is over

/** @param {number} code with which the server has closed it */
export function lossWords(code) {
  if (code === CLOSE.restarting) return gettext("The server restarts, back in a moment");
  if (code === CLOSE.unavailable) return gettext("The games are out of reach, trying again");
  return gettext("No connection");
}

/** @param {PageState} state @param {PageState} previous what was drawn before */
export function announceConnection({ loss, pending }, { loss: before }) {
  if (Boolean(loss) === Boolean(before)) return;
  const kept = pending
    ? ` ${gettext("We keep your move, and send it once you are online again.")}`
    : "";
  announce(loss ? `${loss}.${kept}` : gettext("Connected again"), "assertive");
}

export function reportNotSaved() {
  if (!isNotSaved) showNote(gettext("Not saved yet, trying again"), Infinity);
  isNotSaved = true;
}

export function reportSaved() {
  if (isNotSaved) hideNote();
  isNotSaved = false;
}

/** @param {SentRequest} request */
export function unansweredWords({ message, wasSent, words }) {
  if (words) return words;
  const isMove = message.type === "move";
  const unconfirmed = isMove
    ? gettext("Your move was not confirmed and may still arrive.")
    : gettext("Your request was not confirmed and may still arrive.");
  if (wasSent) return `${unconfirmed} ${gettext("Wait for the connection, then look again.")}`;
  const unsent = isMove
    ? gettext("Your move could not be sent.")
    : gettext("Your request could not be sent.");
  return `${unsent} ${gettext("Check your connection and try again.")}`;
}
