// Draws the two players: names, presence, score and reactions.

import { MARKS, draws, headingNames, reactionWords, seats, watchers } from "./elements.js";
import { announce } from "./announcer.js";
import { find } from "../../dom.js";
import { gettext, interpolate } from "../../words.js";

/** @import { PageState } from "./state.js"; */
/** @import { Mark, Presence, State } from "./types.js"; */

const REACTION_SHOWN_FOR = 4000; // milliseconds

/** @type {Record<Presence, string>} */
const PRESENCES = {
  here: gettext("here"),
  away: gettext("away"),
  reconnecting: gettext("reconnecting"),
};
/** @type {Record<Presence, string>} */
const ARRIVALS = {
  here: gettext("%(name)s is here"),
  away: gettext("%(name)s is away"),
  reconnecting: gettext("%(name)s is reconnecting"),
};

/** @type {Record<Mark, number>} */
const bubbleTimers = { X: 0, O: 0 };

/**
 * @param {PageState} state
 * @param {PageState} previous what was drawn before
 */
export function drawPlayers(state, previous) {
  const { seats: players, score, status, turn } = state.game;
  for (const [number, mark] of MARKS.entries()) {
    const { root, name, score: points } = seats[mark];
    const called = players[mark]?.name ?? gettext("Nobody yet");
    const heading = headingNames[number];
    if (heading) heading.textContent = called;
    // Of the computer the level is named below it, and both stay.
    if (!players[mark]?.level) name.textContent = name.title = called;
    root.toggleAttribute("data-turn", status === "playing" && turn === mark);
    const isNew = score[mark] > previous.game.score[mark];
    if (isNew || status === "playing") points.toggleAttribute("data-fresh", isNew);
    points.textContent = String(score[mark]);
    drawPresence(mark, state, previous);
  }
  draws.textContent = interpolate(gettext("%(count)s drawn"), { count: score.draws });
  draws.hidden = score.draws === 0;
  watchers.textContent = interpolate(gettext("%(count)s watching"), { count: state.watchers });
  watchers.hidden = state.watchers === 0;
}

/**
 * Show whether a player is here. Read it out when somebody this person plays with comes or goes.
 *
 * @param {Mark} mark
 * @param {PageState} state
 * @param {PageState} previous what was drawn before
 */
function drawPresence(mark, state, previous) {
  const { game } = state;
  if (game.you.includes(mark) || !state.presence[mark]) return;
  const [before, presence] = [presenceShown(mark, previous), presenceShown(mark, state)];
  const element = seats[mark].presence;
  element.dataset.presence = presence;
  element.textContent = presence && PRESENCES[presence];
  const isNews = before && presence && before !== presence;
  if (isNews && game.you.length > 0) announceName(game, mark, ARRIVALS[presence]);
}

/**
 * @param {State} game
 * @param {Mark} mark
 * @param {string} sentence with the name of the player of the mark in it
 */
function announceName(game, mark, sentence) {
  announce(interpolate(sentence, { name: game.seats[mark]?.name ?? "" }));
}

/**
 * Somebody who has gone on to the rematch has not gone away, and neither has who has not come to it yet: nothing is
 * shown of them.
 *
 * @param {Mark} mark
 * @param {PageState} state
 * @returns {Presence | ""}
 */
function presenceShown(mark, { game, presence }) {
  const seen = presence[mark] ?? "";
  const isElsewhere = Boolean(game.next) || game.awaited.includes(mark);
  return isElsewhere && seen !== "here" ? "" : seen;
}

/**
 * Show a reaction beside the player for a while, and read it out.
 *
 * @param {Mark} mark
 * @param {string} reaction
 * @param {PageState} state
 */
export function showReaction(mark, reaction, { game }) {
  const words = reactionWords[reaction] ?? reaction;
  const { bubble } = seats[mark];
  if (!bubble) return;
  find("bubble-sign", SVGUseElement, bubble).setAttribute("href", `#icon-${reaction}`);
  find("bubble-words", HTMLElement, bubble).textContent = words;
  bubble.hidden = false;
  clearTimeout(bubbleTimers[mark]);
  bubbleTimers[mark] = setTimeout(() => (bubble.hidden = true), REACTION_SHOWN_FOR);
  if (!game.you.includes(mark)) announce(`${game.seats[mark]?.name}: ${words}`);
}
