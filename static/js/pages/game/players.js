// Draws the two players: names, presence, clocks and score.

import { MARKS, page, seats, watchers } from "./elements.js";
import { announce } from "./announcer.js";
import { clockFace } from "./state.js";
import { find } from "../../dom.js";
import { profileAddress } from "../../addresses.js";
import { fetchPage } from "../../swap-page.js";
import { gettext, interpolate } from "../../words.js";

const TICK = 100; // milliseconds between two drawings of the clocks
const SHORT = 3000; // milliseconds that are always little time
const ASK_EVERY = 1000; // milliseconds between two questions to the server whether the time is up

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

/** @param {PageState} state @param {PageState} previous what was drawn before */
export function drawPlayers(state, previous) {
  const { seats: players, score, status, turn } = state.game;
  const headings = find("heading", HTMLElement).querySelectorAll("bdi"); // in the order of MARKS
  for (const [number, mark] of MARKS.entries()) {
    const { root, name, account, score: points } = seats[mark];
    const called = players[mark]?.name ?? gettext("Nobody yet");
    const heading = headings[number];
    if (heading) heading.textContent = called;
    if (!("fixed" in name.dataset) && players[mark]) {
      name.textContent = name.title = called;
      name.toggleAttribute("data-two", called.includes(" "));
    }
    account.hidden = !players[mark]?.has_account;
    account.href = profileAddress(page.dataset.profileAddress ?? "", called);
    account.ariaLabel = interpolate(gettext("%(name)s has an account"), { name: called });
    if (players[mark]?.name !== previous.game.seats[mark]?.name) void drawFace(mark);
    root.toggleAttribute("data-turn", status === "playing" && turn === mark);
    const isNew = score[mark] > previous.game.score[mark];
    if (isNew || status === "playing") points.toggleAttribute("data-fresh", isNew);
    // A draw is half a point to each.
    const whole = score[mark] + Math.floor(score.draws / 2);
    points.textContent = score.draws % 2 ? `${whole || ""}½` : String(whole);
    drawPresence(mark, state, previous);
  }
  watchers.textContent = interpolate(gettext("%(count)s watching"), { count: state.watchers });
  watchers.hidden = state.watchers === 0;
}

// The page has the avatar of whoever has just taken a seat, and messages do not, so that moves stay small.
/** @param {Mark} mark */
async function drawFace(mark) {
  const { page: changed } = await fetchPage(location.href);
  const seat = find(`seat="${mark}"`, HTMLElement, changed);
  seats[mark].avatar.replaceChildren(...find("avatar", HTMLElement, seat).childNodes);
}

/** @param {Mark} mark @param {PageState} state @param {PageState} previous what was drawn before */
function drawPresence(mark, state, previous) {
  const { game } = state;
  if (game.you.includes(mark) || !state.presence[mark]) return;
  const [before, presence] = [presenceShown(mark, previous), presenceShown(mark, state)];
  const element = seats[mark].presence;
  element.dataset.presence = presence;
  element.textContent = presence && PRESENCES[presence];
  const isNews = before && presence && before !== presence;
  if (isNews && game.you.length > 0)
    announce(interpolate(ARRIVALS[presence], { name: game.seats[mark]?.name ?? "" }));
}

// Nothing is shown of somebody who has gone on to the rematch, or has not come to it yet: they have not gone away.
/** @param {Mark} mark @param {PageState} state @returns {Presence | ""} */
function presenceShown(mark, { game, presence }) {
  const seen = presence[mark] ?? "";
  const isElsewhere = Boolean(game.next) || game.awaited.includes(mark);
  return isElsewhere && seen !== "here" ? "" : seen;
}

// Clocks. The server decides whether a time is up.

// Calls `onTimeUp` once a second while a clock shows no time left.
/** @param {PageState} state @param {() => void} onTimeUp
 * @param {(left: number) => void} onTick called with the milliseconds left on the clock that runs */
export function startClocks(state, onTimeUp, onTick) {
  let askedAt = -Infinity;
  const tick = () => {
    const left = drawClocks(state);
    onTick(left);
    if (left > 0 || performance.now() - askedAt < ASK_EVERY) return;
    askedAt = performance.now();
    onTimeUp();
  };
  if (seats.X.clock) setInterval(tick, TICK);
}

// Returns the milliseconds left on the clock that runs, infinity if none does.
/** @param {PageState} state */
function drawClocks(state) {
  const { shownSince } = state;
  const { clock } = state.game;
  let least = Infinity;
  for (const mark of MARKS) {
    const element = seats[mark].clock;
    const isRunning = clock?.running === mark;
    // Whether the opponent has moved is not known without a connection.
    if (isRunning && state.loss && !state.game.you.includes(mark)) return Infinity;
    const used = isRunning ? performance.now() - shownSince : 0;
    const left = Math.max(0, (clock?.left[mark] ?? 0) - used);
    const isShort = isRunning && left < Math.max(SHORT, clock.total / 4);
    if (isRunning) least = left;
    if (!element) continue;
    // Without a time control there is only one until both have made their first move.
    element.hidden = !clock;
    element.textContent = clockFace(left);
    element.toggleAttribute("data-close", isShort);
    element.toggleAttribute("data-running", isRunning);
  }
  return least;
}
