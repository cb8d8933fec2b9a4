// Draws the sentence that says how the game stands, what is said below it, and the question that takes their place.

import { setSentence } from "../../dom.js";
import { announce } from "./announcer.js";
import * as elements from "./elements.js";
import { isBeforeOwnMove } from "./state.js";
import { gettext, interpolate } from "../../words.js";

const LONG = 15; // letters, above which a sentence is written smaller
const FIRST_MOVES = 4; // of both sides together, in which a rule that is easily missed is explained
const VERY_LONG = 21; // letters, above which it is so on phones
const DEAF_AFTER_ANOTHER = "1200"; // milliseconds

/** @type {Question | null | undefined} the question that is shown; undefined until it was drawn for the first time */
let shown;

let saidAt = -1; // the ply at which somebody said what is shown; -1 until it was drawn for the first time

/** @param {PageState} state */
export function drawSentence(state) {
  const { status, more } = elements;
  const [words = "", rest = ""] = statusWords(state);
  status.textContent = words;
  more.textContent = rest;
  status.toggleAttribute("data-long", words.length > LONG);
  status.toggleAttribute("data-very-long", words.length > VERY_LONG);
  drawAbsence(state);
}

/** @param {PageState} state */
export function drawAbsence(state) {
  const { hostAway, away } = elements;
  const { awayOpponent, claimableAt } = state;
  const { seats, turn } = state.game;
  // Where nothing can be claimed yet, it is a host who does not know that the game has begun.
  if (hostAway) hostAway.hidden = !awayOpponent || claimableAt !== null || state.wasOpponentHere;
  const seconds = state.secondsToClaim;
  if (seconds !== null && !state.isTimed) away.textContent = gettext("No clock: the game keeps.");
  else if (seconds) setSentence(away, absenceWords(state, seconds), seats[turn]?.name ?? "");
  else away.textContent = "";
  drawClaim(state);
  drawMore(state);
  drawQuestion(state);
}

/** @param {PageState} state */
function drawClaim(state) {
  const { claim } = elements;
  if (!claim) return;
  const isNews = claim.hidden && state.secondsToClaim === 0 && state.isTimed;
  claim.hidden = state.secondsToClaim !== 0;
  if (isNews) announce(claim.textContent ?? "");
}

/** @param {PageState} state @param {number} seconds until the game may be claimed */
function absenceWords({ awayOpponent }, seconds) {
  const who =
    awayOpponent === "reconnecting"
      ? gettext("%(name)s is reconnecting.")
      : gettext("%(name)s is away.");
  const when = gettext("You may end the game in %(seconds)s s");
  return `${who} ${interpolate(when, { seconds })}`;
}

// One thing below the sentence: a hint, what was said, that the opponent is away, what ended the game, where to play,
// or the rule.
/** @param {PageState} state */
function drawMore({ game, shownHint, viewedPly }) {
  const { away, more, sending, where, beforeMove, rule, hint, said } = elements;
  // Its first sentence says where to play.
  const [first = "", rest = ""] = split(viewedPly === null ? game.where : "");
  const [place, why] = where.children;
  if (place) place.textContent = first && `${first} `;
  if (why) why.textContent = rest;
  if (sending) sending.hidden = game.outcome !== null || game.ply - game.start_ply >= FIRST_MOVES;
  const isFirst = isBeforeOwnMove(game);
  if (saidAt < 0) saidAt = game.ply;
  if (saidAt !== game.ply) said.words.textContent = "";
  const parts = [hint.words, said.root, away, more, where, beforeMove, rule];
  const isSaid = (/** @type {HTMLElement} */ part) => {
    if (part === hint.words) return Boolean(shownHint);
    if (part === said.root) return said.words.textContent !== "";
    return part.textContent !== "" && (part !== beforeMove || isFirst);
  };
  const shownPart = parts.find(isSaid);
  for (const part of parts) part.hidden = part !== shownPart;
}

/** @param {ReactionMessage} message @param {PageState} state */
export function showSaid({ mark, reaction, words }, state) {
  const { said, pictures } = elements;
  const isOwn = state.game.you.includes(mark);
  const name = isOwn ? gettext("You") : (state.game.seats[mark]?.name ?? "");
  said.sign.setAttribute("href", `#icon-${reaction || "say"}`);
  setSentence(said.words, "%(name)s: ", name);
  said.words.append(words ?? pictures[reaction] ?? reaction);
  said.root.toggleAttribute("data-theirs", !isOwn);
  said.root.title = said.words.textContent ?? "";
  saidAt = state.game.ply;
  drawMore(state);
  if (!isOwn) announce(said.root.title);
}

// The lost connection first, else the one that is shown already, else the first in the page. One that takes the place
// of another is deaf for longer, as a press may be on its way.
/** @param {PageState} state */
function drawQuestion(state) {
  const all = elements.questions.filter(({ kind }) => state.isOpen(kind));
  const open = all.find(({ kind }) => kind === "offline" || kind === shown) ?? all[0];
  if (open && open.kind !== shown) open.root.dataset.deafFor = shown ? DEAF_AFTER_ANOTHER : "";
  for (const { root } of elements.questions) root.hidden = root !== open?.root;
  if (open) drawWords(open, state);
  open?.words.toggleAttribute("data-short", (open.words.textContent ?? "").length <= VERY_LONG);
  const isNews = shown !== undefined && open && open.kind !== shown && open.kind !== "offline";
  shown = open?.kind ?? null;
  if (isNews)
    announce(open.words.textContent ?? "", open.kind === "rematch" ? "assertive" : "polite");
}

/** @param {{ kind: Question, words: HTMLElement }} question @param {PageState} state */
function drawWords({ kind, words }, state) {
  const { offlineMore, resultWords } = elements;
  if (kind === "offline") {
    words.textContent = state.loss;
    offlineMore.textContent = state.pending
      ? gettext("Your move is kept and goes out when it is back.")
      : gettext("The game is kept as it is.");
    return;
  }
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
  const question = elements.questions.find(({ kind }) => kind === shown);
  (question?.words ?? elements.status).focus();
}

/** @param {PageState} state */
function statusWords({ game, viewedPly, pending, isGone }) {
  if (isGone) return [gettext("This game is gone")];
  if (pending?.isLate) return [gettext("Sending…")];
  if (viewedPly === null) return game.outcome ? split(game.words) : [game.words];
  const place = { ply: viewedPly, last: game.ply };
  const words = interpolate(gettext("Move %(ply)s of %(last)s"), place);
  return [game.outcome ? words : `${words} · ${game.words}`];
}

/** @param {string} words of which the first sentence is the result */
const split = (words) => words.split(/(?<=[.!]) (.*)/s);
