// Draws the sentence that says how the game stands, what is said below it, and the question that takes their place.

import { find, findAll, findOptional, readJson, setAttribute, setSentence } from "../../dom.js";
import { announce } from "./announcer.js";
import * as elements from "./elements.js";
import { isStill } from "../../remembered.js";
import { isBeforeOwnMove } from "./state.js";
import { gettext, interpolate } from "../../words.js";

const LONG = 15; // letters, above which a sentence is written smaller
const FIRST_MOVES = 4; // of both sides together, in which a rule that is easily missed is explained
const VERY_LONG = 21; // letters, above which it is so on phones
const DEAF_AFTER_ANOTHER = "1200"; // milliseconds

const away = find("away", HTMLElement); // that the opponent is, and for how long
const where = find("where", HTMLElement); // in which small board to play, and why
const sending = findOptional("sending", HTMLElement); // that a move sends the other somewhere
const beforeMove = find("before-move", HTMLElement); // in a rematch, or where the time for it is limited
const rule = find("rule", HTMLElement);
const { hint, more, status } = elements;
const aimed = find("aimed", HTMLElement); // what a press on a small cell is about to do
const said = find("said", HTMLElement); // what one of the two has said since the last move
const saidWords = find("said-words", HTMLElement);
const claim = findOptional("claim", HTMLElement); // ends the game of an opponent who is away
// What takes the place of the sentence, the first that is open
const questions = findAll("question", HTMLElement).map((root) => ({
  root,
  kind: /** @type {Question} */ (root.dataset.question),
  words: find("question-words", HTMLElement, root),
}));
/** @type {Record<string, string>} words by picture */
const pictures = readJson("pictures");

/** @type {Question | null | undefined} the question that is shown; undefined until it was drawn for the first time */
let shown;

let aim = ["", ""]; // what a press is about to do, and where

let saidAt = -1; // the ply at which somebody said what is shown; -1 until it was drawn for the first time

/** @param {PageState} state */
export function drawSentence(state) {
  const [words = "", rest = ""] = statusWords(state);
  status.textContent = words;
  more.textContent = state.viewedPly === null && state.heldWords ? state.heldWords : rest;
  status.toggleAttribute("data-long", words.length > LONG);
  status.toggleAttribute("data-very-long", words.length > VERY_LONG);
  drawAbsence(state);
}

// A finger that slides says where alone, and the sentence stays.
/** @param {PageState} state @param {string} words @param {string} at */
export function showAim(state, words, at) {
  if (words) announce(`${words}. ${at}`);
  aim = [words, at];
  drawSentence(state);
}

/** @param {PageState} state */
export function drawAbsence(state) {
  const { awayOpponent } = state;
  const { seats, turn } = state.game;
  const seconds = state.secondsToClaim;
  if (seconds !== null && !state.isTimed)
    away.textContent = gettext("No hurry, this game has no clock.");
  else if (seconds) {
    const isReconnecting = awayOpponent === "reconnecting";
    const who = isReconnecting
      ? gettext("%(name)s is reconnecting.")
      : gettext("%(name)s is away.");
    const when = interpolate(gettext("You may end the game in %(seconds)s s"), { seconds });
    setSentence(away, `${who} ${when}`, seats[turn]?.name ?? "");
  } else away.textContent = "";
  if (claim) {
    const isNews = claim.hidden && seconds === 0 && state.isTimed;
    claim.hidden = seconds !== 0;
    if (isNews) announce(claim.textContent ?? "");
  }
  drawMore(state);
  drawQuestion(state);
}

// One thing below the sentence: a hint, what was said, that the opponent is away, what ended the game, where to play,
// or the rule.
/** @param {PageState} state */
function drawMore({ game, shownHint, viewedPly }) {
  // Its first sentence says where to play.
  const [first = "", rest = ""] = split(viewedPly === null ? game.where : "");
  const [place, why] = where.children;
  if (place) place.textContent = first && `${first} `;
  if (sending) sending.hidden = game.ply - game.start_ply >= FIRST_MOVES;
  if (why instanceof HTMLElement) {
    why.textContent = rest;
    why.hidden = sending !== null && !sending.hidden;
  }
  const isFirst = isBeforeOwnMove(game);
  if (saidAt < 0) saidAt = game.ply;
  if (saidAt !== game.ply) saidWords.textContent = "";
  const [isAimed, aimedAt = ""] = aim;
  aimed.dataset.aimed = isAimed ? "again" : "lift";
  find("aimed-at", HTMLElement, aimed).textContent = aimedAt;
  const parts = [aimed, hint.words, said, away, more, where, beforeMove, rule];
  const isSaid = (/** @type {HTMLElement} */ part) => {
    if (part === aimed) return aimedAt !== "";
    if (part === hint.words) return Boolean(shownHint);
    if (part === said) return saidWords.textContent !== "";
    if (part === where) return first !== "";
    if (part === rule) return !game.outcome || viewedPly !== null;
    return part.textContent !== "" && (part !== beforeMove || isFirst);
  };
  const shownPart = parts.find(isSaid);
  for (const part of parts) part.hidden = part !== shownPart;
}

/** @param {ReactionMessage} message @param {PageState} state */
export function showSaid({ mark, reaction, words }, state) {
  const isOwn = state.game.you.includes(mark);
  const name = isOwn ? gettext("You") : (state.game.seats[mark]?.name ?? "");
  const text = words ?? pictures[reaction] ?? reaction;
  const who = Object.assign(document.createElement("span"), { className: "visually-hidden" });
  setSentence(who, "%(name)s: ", name);
  saidWords.replaceChildren(who, interpolate(gettext("“%(words)s”"), { words: text }));
  find("said-sign", SVGUseElement).setAttribute("href", `#icon-${reaction || "say"}`);
  setAttribute(said, "data-ink", inkOf(mark));
  said.toggleAttribute("data-theirs", !isOwn);
  said.title = `${name}: ${text}`;
  if (reaction && !isStill()) fly(mark, reaction);
  saidAt = state.game.ply;
  drawMore(state);
  if (!isOwn) announce(said.title);
}

/** @param {Mark} mark */
const inkOf = (mark) => elements.seats[mark].avatar.querySelector("svg")?.dataset.ink ?? null;

// The drawing leaves the avatar of who says it, stays by the board for a moment, and is then what the line begins with.
/** @param {Mark} mark @param {string} reaction */
function fly(mark, reaction) {
  const { content } = find("flight", HTMLTemplateElement);
  const flight = document.importNode(content, true).firstElementChild;
  const drawing = flight?.querySelector("use");
  if (!flight || !drawing) return;
  drawing.setAttribute("href", `#icon-${reaction}`);
  setAttribute(flight, "data-ink", inkOf(mark));
  document.querySelector(".flight")?.remove();
  elements.seats[mark].root.append(flight);
  drawing.addEventListener("animationend", () => flight.remove());
}

// The lost connection first, else the one that is shown already, else the first in the page. One that takes the place
// of another is deaf for longer, as a press may be on its way.
/** @param {PageState} state */
function drawQuestion(state) {
  const all = questions.filter(({ kind }) => state.isOpen(kind));
  const open = all.find(({ kind }) => kind === "offline" || kind === shown) ?? all[0];
  if (open && open.kind !== shown) open.root.dataset.deafFor = shown ? DEAF_AFTER_ANOTHER : "";
  for (const { root } of questions) root.hidden = root !== open?.root;
  if (open) drawWords(open, state);
  open?.words.toggleAttribute("data-short", (open.words.textContent ?? "").length <= VERY_LONG);
  const isNews = shown !== undefined && open && open.kind !== shown && open.kind !== "offline";
  shown = open?.kind ?? null;
  if (isNews)
    announce(open.words.textContent ?? "", open.kind === "rematch" ? "assertive" : "polite");
}

/** @param {{ kind: Question, words: HTMLElement }} question @param {PageState} state */
function drawWords({ kind, words }, state) {
  if (kind === "offline") {
    words.textContent = state.loss;
    const isRunning = state.isTimed && state.game.status === "playing";
    const unmoved = isRunning
      ? gettext("The clock may run on.")
      : gettext("The game is kept as it is.");
    find("offline-more", HTMLElement).textContent = state.pending
      ? gettext("We keep your move, and send it once you are online again.")
      : unmoved;
    return;
  }
  const resultWords = findOptional("result-words", HTMLElement);
  if (resultWords) resultWords.textContent = state.game.words;
  setSentence(words, QUESTIONS[kind], nameOfAsker(kind, state));
}

/** @type {Record<Exclude<Question, "offline">, string>} */
const QUESTIONS = {
  undo: gettext("%(name)s asks to take a move back"),
  draw: gettext("%(name)s offers a draw"),
  rematch: gettext("%(name)s wants a rematch"),
};

/** @param {Exclude<Question, "offline">} kind @param {PageState} state */
function nameOfAsker(kind, state) {
  if (kind === "rematch") return state.game.rematch_by;
  const by = state.game[kind]?.by;
  return (by && state.game.seats[by]?.name) ?? "";
}

/** If what had the focus was hidden, move the focus to the sentence that is shown. */
export function keepFocus() {
  if (!document.activeElement?.closest("[hidden]")) return;
  const question = questions.find(({ kind }) => kind === shown);
  (question?.words ?? status).focus();
}

/** @param {PageState} state */
function statusWords({ game, viewedPly, pending, isGone }) {
  if (isGone) return [gettext("This game is gone")];
  if (pending?.isLate) return [gettext("Sending…")];
  if (aim[0]) return [aim[0]];
  if (viewedPly === null) return game.outcome ? split(game.words) : [game.words];
  const place = { ply: viewedPly, last: game.ply };
  const words = interpolate(gettext("Move %(ply)s of %(last)s"), place);
  return [game.outcome ? words : `${words} · ${game.words}`];
}

/** @param {string} words of which the first sentence is the result */
const split = (words) => words.split(/(?<=[.!]) (.*)/s);
