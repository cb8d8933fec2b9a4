// Draws what a player can do: the buttons, the offers to answer, and why something cannot be done.

import { gameAddress } from "../../addresses.js";
import { setSentence } from "../../dom.js";
import { announce } from "./announcer.js";
import * as elements from "./elements.js";
import { isBeforeOwnMove, rematchAskedBy, resultFor } from "./state.js";
import { gettext, interpolate, ngettext } from "../../words.js";

/** @import { Hint, PageState } from "./state.js"; */
/** @import { Presence, Request, State } from "./types.js"; */

/**
 * @param {PageState} state
 * @param {PageState} previous what was drawn before
 */
export function drawActions(state, previous) {
  const { game, viewedPly, isGone } = state;
  const status = isGone ? "closed" : game.status;
  elements.page.dataset.status = status;
  // What there is to look back at when a game is over.
  const played = status === "finished" && game.ply > game.start_ply ? "played" : "";
  const met = game.outcome && game.seats.X && game.seats.O ? "met" : "";
  for (const part of elements.partsByStatus) {
    const when = part.dataset.when?.split(" ") ?? [];
    part.hidden = ![status, played, met].some((each) => when.includes(each));
  }
  elements.page.toggleAttribute("data-looking-back", viewedPly !== null);
  elements.page.dataset.result = resultFor(game);
  elements.page.dataset.winner = game.outcome?.winner ?? "";
  drawRematch(state);
  drawRematchWish(state.game, previous.game);
  drawOffer(state);
  drawOtherClock(state.game);
  drawRequests(state, previous);
  drawHint(state);
  drawClaim(state);
}

/** @param {PageState} state */
function drawRematch(state) {
  const { next, series, duel, may_rematch: mayRematch } = state.game;
  const { nextGame, rematch } = elements;
  if (nextGame) {
    nextGame.hidden = !next;
    if (next) nextGame.href = gameAddress(elements.page.dataset.gameAddress ?? "", next);
  }
  if (!rematch) return;
  const again = series.is_over ? gettext("New match") : gettext("Rematch");
  rematch.root.hidden = !mayRematch || state.isGone;
  const there = duel ? gettext("Go to the second game") : gettext("Go to the rematch");
  const ask = state.isOpponentGone ? gettext("Opponent away") : again;
  rematch.button.textContent = next ? there : ask;
  rematch.button.setAttribute("aria-disabled", String(state.isOpponentGone));
}

/**
 * @param {State} game
 * @param {State} previous what was drawn before
 */
function drawRematchWish(game, previous) {
  const asked = elements.rematch?.asked;
  const by = rematchAskedBy(game);
  if (!asked) return;
  asked.hidden = !by;
  if (!by) return;
  setSentence(asked, gettext("%(name)s wants a rematch"), by);
  if (!rematchAskedBy(previous)) announce(asked.textContent ?? "", "assertive");
}

/** @param {PageState} state */
function drawOffer({ game: { offer } }) {
  const parts = elements.offer;
  if (!parts) return;
  parts.root.hidden ||= !offer;
  if (!offer) return;
  parts.level.value = offer.level;
  parts.button.textContent = interpolate(gettext("Play %(name)s"), { name: offer.name });
}

/** @param {State} game */
function drawOtherClock({ seekers }) {
  const parts = elements.otherClock;
  if (!parts || !seekers) return;
  parts.root.hidden = !seekers.count;
  parts.control.value = seekers.control;
  parts.name.textContent = seekers.control_name;
}

/**
 * @param {PageState} state
 * @param {PageState} previous what was drawn before
 */
function drawRequests({ game }, { game: before }) {
  const { draw, status } = game;
  const isFree = status === "playing" && draw?.by === null && !draw.is_declined;
  drawRequest(
    "undo",
    game,
    before.undo,
    game.may_undo,
    gettext("%(name)s asks to take a move back"),
  );
  drawRequest("draw", game, before.draw, isFree, gettext("%(name)s offers a draw"));
}

/**
 * Draw what one player asks the other to agree to: the button to ask, what was asked, and a no.
 *
 * @param {"undo" | "draw"} kind
 * @param {State} game
 * @param {Request | null} before how it stood before
 * @param {boolean} mayAsk
 * @param {string} sentence that asks
 */
function drawRequest(kind, game, before, mayAsk, sentence) {
  const parts = elements.requests[kind];
  if (!parts) return;
  const { you, seats } = game;
  const by = game[kind]?.by ?? null;
  const to = game[kind]?.declined_to;
  const isOwn = by !== null && you.includes(by);
  parts.button.setAttribute("aria-disabled", String(!mayAsk));
  parts.requested.hidden = !isOwn;
  parts.offered.hidden = by === null || isOwn;
  parts.declined.hidden = !to || !you.includes(to);
  if (by !== null && !isOwn) {
    setSentence(parts.words, sentence, seats[by]?.name ?? "");
    if (by !== before?.by) announce(parts.words.textContent ?? "");
  }
  if (!parts.declined.hidden && before?.by) announce(parts.declined.textContent ?? "");
}

/** @param {PageState} state */
function drawHint(state) {
  const { hints, may_hint: mayHint } = state.game;
  const { words, used, count, button, signs } = elements.hint;
  const hint = state.shownHint;
  const isRequested = state.hintRequest !== null;
  drawMore(state.game, hint);
  words.hidden = !hint;
  words.textContent = hint?.words ?? "";
  used.hidden = hints === 0;
  const counted = ngettext("%(count)s hint", "%(count)s hints", hints);
  count.textContent = interpolate(counted, { count: hints });
  if (signs) signs.hidden = !hasSigns(hint);
  const label = isRequested ? 1 : hint ? 2 : 0; // in the order of the template
  for (const [number, name] of [...(button?.querySelectorAll("span > span") ?? [])].entries()) {
    name.toggleAttribute("data-shown", number === label);
  }
  const isOffered = mayHint && state.viewedPly === null && !isRequested;
  button?.setAttribute("aria-disabled", String(!isOffered));
}

/**
 * Show one thing below the headline: a hint, what ended the game, the side one has now, or the rule.
 *
 * @param {State} game
 * @param {Hint | null} hint
 */
function drawMore(game, hint) {
  const { more, beforeMove, rule } = elements;
  more.hidden = Boolean(hint) || !more.textContent;
  beforeMove.hidden = Boolean(hint) || !beforeMove.textContent || !isBeforeOwnMove(game);
  rule.hidden = Boolean(hint) || !more.hidden || !beforeMove.hidden;
}

/**
 * Return whether a hint has proven anything, which is written into the cells.
 *
 * @param {Hint | null} hint
 */
function hasSigns(hint) {
  return Object.values(hint?.verdicts ?? {}).some(({ value }) => value !== "unknown");
}

/**
 * @param {Presence} presence of the opponent
 * @param {number} seconds until the game may be claimed
 */
function claimWords(presence, seconds) {
  const isHere = presence === "here";
  const isAway = isHere ? gettext("%(name)s is here.") : gettext("%(name)s is away.");
  const who = presence === "reconnecting" ? gettext("%(name)s is reconnecting.") : isAway;
  const when =
    seconds > 0
      ? gettext("You may end the game in %(seconds)s s")
      : gettext("You may end the game");
  return `${who} ${interpolate(when, { seconds })}`;
}

/**
 * Draw the choices of somebody whose opponent is away: counted down, then offered until the opponent is back.
 *
 * @param {PageState} state
 */
export function drawClaim(state) {
  const { claim, hostAway } = elements;
  if (!claim || !hostAway) return;
  const { claimableAt } = state;
  const presence = state.awayOpponent;
  // Where nothing can be claimed yet, it is a host who does not know that the game has begun.
  hostAway.hidden = !presence || claimableAt !== null || state.wasOpponentHere;
  claim.root.hidden = !presence || claimableAt === null;
  if (!presence || claimableAt === null) return;
  const seconds = Math.ceil((claimableAt - Date.now()) / 1000);
  const name = state.game.seats[state.game.turn]?.name ?? "";
  setSentence(claim.words, claimWords(presence, seconds), name);
  for (const button of claim.buttons) button.disabled = seconds > 0;
}

/** @param {State} game */
export function drawExhibition({ exhibition }) {
  const parts = elements.exhibition;
  if (!parts || !exhibition) return;
  const { is_paused: isPaused, pace } = exhibition;
  parts.form.dataset.message = isPaused ? "resume" : "pause";
  for (const [number, label] of parts.labels.entries()) {
    label.toggleAttribute("data-shown", isPaused === (number === 1));
  }
  parts.stepButton.setAttribute("aria-disabled", String(!isPaused));
  for (const button of parts.paces) {
    button.setAttribute("aria-pressed", String(Number(button.value) === pace));
  }
}
