// The achievement that a game brings: when the game ends before one's eyes, it is stamped below the result.

import { find } from "../dom.js";
import { announce } from "../pages/game/announcer.js";
import { page } from "../pages/game/elements.js";
import { parts } from "../pages/game/parts.js";

/** @import { State } from "../pages/game/types.js"; */

const newAchievement = find("new-achievement", HTMLElement);

/** @type {string | null} the result that was drawn last */
let before = null;

parts.push((game) => {
  const hasEnded = before === "" && game.result !== "";
  before = game.result;
  if (hasEnded && mayBring(game)) show().catch(() => {}); // The album shows it, too.
});

/** @param {State} game */
function mayBring({ seats, result, hints, you }) {
  if (!you.length) return false;
  const isAgainstComputer = Object.values(seats).some((seat) => seat?.level);
  return !isAgainstComputer || (result !== "lost" && hints === 0);
}

async function show() {
  const { fetchPage } = await import("../swap-page.js");
  const shown = await fetchPage(page.dataset.address ?? "");
  newAchievement.replaceChildren(
    ...(shown.page.querySelector("[data-new-achievement]")?.childNodes ?? []),
  );
  const words = newAchievement.textContent?.replace(/\s+/g, " ").trim() ?? "";
  if (words) announce(words);
}
