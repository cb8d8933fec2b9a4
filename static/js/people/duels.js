// The part of duels on the page of a game: how good the players are, and at the end how that has changed.

import { findAll } from "../dom.js";
import { parts } from "../pages/game/parts.js";

/**
 * The rating of a player when a duel began, and after it in the game that has ended it.
 *
 * @typedef {object} SeatRating
 * @property {number} value
 * @property {boolean} is_sure whether enough is known of the player
 * @property {number | null} change by the duel, null until then
 */

const elements = findAll("rating", HTMLElement);

parts.push(({ part }) => {
  /** @type {Record<string, SeatRating>} */
  const ratings = part?.ratings ?? {};
  for (const element of elements) {
    const rating = ratings[element.dataset.rating ?? ""];
    if (rating) draw(element, rating);
  }
});

/** @param {HTMLElement} element @param {SeatRating} rating */
function draw(element, { value, is_sure: isSure, change }) {
  element.parentElement?.removeAttribute("hidden");
  const sign = change === null ? "" : change < 0 ? ` \u2212${-change}` : ` +${change}`;
  element.textContent = `${value}${isSure ? "" : "?"}${sign}`;
}
