// The part of duels on the page of a game: how good the players are, and at the end how that has changed.

import { findAll } from "../dom.js";
import { parts } from "../pages/game/render.js";

const elements = findAll("rating", HTMLElement);

parts.push(({ part }) => {
  for (const element of elements) {
    const { value, is_sure: isSure, change } = part?.ratings?.[element.dataset.rating ?? ""] ?? {};
    if (value === undefined) continue;
    element.parentElement?.removeAttribute("hidden");
    // Until the duel is over nothing has changed.
    const sign = change === null ? "" : change < 0 ? ` \u2212${-change}` : ` +${change}`;
    element.textContent = `${value}${isSure ? "" : "?"}${sign}`;
  }
});
