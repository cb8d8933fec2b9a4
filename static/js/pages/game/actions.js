// What a player can do: draws the buttons, the offers to answer, and why something cannot be done; and turns what people
// press, keys and forms, into calls.

import { gameAddress } from "../../addresses.js";
import { closest, isTyping } from "../../dom.js";
import { keyOf } from "../../keys.js";
import { announce } from "./announcer.js";
import * as elements from "./elements.js";
import { gettext, interpolate, ngettext } from "../../words.js";

/** @param {PageState} state @param {PageState} previous what was drawn before */
export function drawActions(state, previous) {
  const { game, viewedPly, isGone } = state;
  const status = isGone ? "closed" : game.status;
  elements.page.dataset.status = status;
  // What there is to look back at when a game is over.
  const goesOn = game.goes_on ? "goes-on" : "";
  const isPlayed = status === "finished" && game.ply > game.start_ply;
  const played = isPlayed && (game.you.length === 0 || !goesOn) ? "played" : "";
  const last = game.outcome && !game.next ? "last" : "";
  const met = game.outcome && game.seats.X && game.seats.O ? "met" : "";
  const isOthersTurn = status === "playing" && !game.you.includes(game.turn);
  const isAwaited = isOthersTurn && game.awaited.some((mark) => !game.you.includes(mark));
  const awaited = isAwaited ? "awaited" : "";
  const listed = game.is_public ? "public" : "private";
  for (const part of elements.partsByStatus) {
    /** @type {readonly string[]} */
    const when = part.dataset.when?.match(/\S+/g) ?? [];
    part.hidden = ![status, played, goesOn, last, met, listed, awaited].some((each) =>
      when.includes(each),
    );
  }
  elements.page.toggleAttribute("data-looking-back", viewedPly !== null);
  elements.page.dataset.result = game.result;
  elements.page.dataset.winner = game.outcome?.winner ?? "";
  drawRematch(state);
  drawOffer(state);
  const { draw, may_undo: mayUndo } = game;
  const mayOffer = game.status === "playing" && draw?.by === null && !draw.is_declined;
  drawRequest("undo", game, previous.game.undo, mayUndo);
  drawRequest("draw", game, previous.game.draw, mayOffer);
  drawHint(state);
}

/** @param {PageState} state */
function drawRematch(state) {
  const { next, next_by: nextBy, series, may_rematch: mayRematch, result } = state.game;
  const { nextGame, rematch } = elements;
  if (nextGame) {
    nextGame.hidden = !next;
    if (next) nextGame.href = gameAddress(elements.page.dataset.gameAddress ?? "", next);
  }
  if (!rematch) return;
  const isFirst = result === "lost" && !series.best_of;
  const rematchWords = isFirst ? gettext("Rematch, you begin") : gettext("Rematch");
  const again = series.is_over ? gettext("New match") : rematchWords;
  rematch.root.hidden = !mayRematch || state.isGone;
  const there = nextBy ? gettext("Go to the rematch") : gettext("Go to the next game");
  const ask = state.isOpponentGone ? gettext("Opponent away") : again;
  rematch.button.textContent = next ? there : ask;
  rematch.button.setAttribute("aria-disabled", String(state.isOpponentGone));
}

/** @param {PageState} state */
function drawOffer({ game: { offer, result } }) {
  const parts = elements.offer;
  if (!parts) return;
  parts.root.hidden ||= !offer;
  if (!offer) return;
  parts.level.value = offer.level;
  parts.button.textContent = interpolate(gettext("Play %(name)s"), { name: offer.name });
  for (const each of parts.others) each.hidden = each.value === offer.level && result !== "lost";
}

/** @param {"undo" | "draw"} kind @param {State} game @param {Proposal | null} before @param {boolean} mayAsk */
function drawRequest(kind, game, before, mayAsk) {
  const parts = elements.requests[kind];
  if (!parts) return;
  const { you } = game;
  const by = game[kind]?.by ?? null;
  const to = game[kind]?.declined_to;
  parts.button.setAttribute("aria-disabled", String(!mayAsk));
  parts.requested.hidden = by === null || !you.includes(by);
  parts.declined.hidden = !to || !you.includes(to);
  if (!parts.declined.hidden && before?.by) announce(parts.declined.textContent ?? "");
}

/** @param {PageState} state */
function drawHint(state) {
  const { hints, may_hint: mayHint } = state.game;
  const { words, used, count, button, signs } = elements.hint;
  const hint = state.shownHint;
  const isRequested = state.hintRequest !== null;
  words.hidden = !hint;
  words.textContent = hint?.words ?? "";
  used.hidden = hints === 0;
  const counted = ngettext("%(count)s hint", "%(count)s hints", hints);
  count.textContent = interpolate(counted, { count: hints });
  const verdicts = Object.values(hint?.verdicts ?? {});
  if (signs) signs.hidden = verdicts.every(({ value }) => value === "unknown");
  const label = isRequested ? 1 : hint ? 2 : 0; // in the order of the template
  for (const [number, name] of [...(button?.querySelectorAll("span > span") ?? [])].entries()) {
    name.toggleAttribute("data-shown", number === label);
  }
  const isOffered = mayHint && state.viewedPly === null && !isRequested;
  button?.setAttribute("aria-disabled", String(!isOffered));
}

// So that keys play at once. Where a pointer was used nothing is shown of it until a key is pressed.
/** @param {number | undefined} played */
export function focusBoard(played) {
  const { board, cells } = elements;
  if (document.activeElement !== document.body) return;
  board.dataset.quiet = "";
  const stop = cells[played ?? -1] ?? cells.find((cell) => cell.tabIndex === 0);
  stop?.focus({ preventScroll: true });
  // Before the cell hears of it, so that the cell to which an arrow key leads is marked.
  document.addEventListener("keydown", () => delete board.dataset.quiet, {
    once: true,
    capture: true,
  });
}

/** Bind the keys of the page, which press the button that names them, if it can be pressed now. */
export function bindKeys() {
  document.addEventListener("keydown", (event) => {
    if (isTyping(event) || event.repeat) return;
    const key = keyOf(event);
    if (!/^[a-z]$/.test(key)) return;
    /** @type {NodeListOf<HTMLElement>} */
    const buttons = elements.page.querySelectorAll(`button[aria-keyshortcuts="${key}"]`);
    [...buttons].find((button) => button.checkVisibility())?.click();
  });
}

// The form, or its button, names the type of the message in `data-message`; the button's name and value are a field of
// it.
/** @param {() => number} ply returns how many moves have been made @param {(content: Content) => void} act */
export function bindForms(ply, act) {
  // Before the listeners of the document, which look after forms that are sent.
  elements.page.addEventListener("submit", (event) => {
    const form = closest(event.target, "[data-message]", HTMLFormElement);
    const button = event.submitter;
    if (!form || !(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true") return;
    const type = button.dataset.message ?? form.dataset.message;
    const field = button.name && { [button.name]: Number(button.value) || button.value };
    const text = button.name ? null : form.querySelector('input[name="text"]');
    const said = text instanceof HTMLInputElement && { text: text.value };
    const fields = { ...(form.elements.namedItem("ply") && { ply: ply() }), ...field, ...said };
    if (said) form.reset();
    act(/** @type {Content} */ ({ type, ...fields }));
  });
}
