// The achievement that a game brings: when the game ends before one's eyes, it is stamped below the result.

import { find } from "../dom.js";
import { announce } from "../pages/game/announcer.js";
import { page } from "../pages/game/elements.js";
import { parts } from "../pages/game/render.js";

const newAchievement = find("new-achievement", HTMLElement);

/** @type {string | null} the result that was drawn last */
let before = null;

parts.push((game) => {
  const hasEnded = before === "" && game.result !== "";
  before = game.result;
  const isAgainstComputer = Object.values(game.seats).some((seat) => seat?.level);
  const mayBring = !isAgainstComputer || (game.result !== "lost" && game.hints === 0);
  if (hasEnded && game.you.length && mayBring) show().catch(() => {}); // The album shows it, too.
});

async function show() {
  const { fetchPage } = await import("../swap-page.js");
  const shown = await fetchPage(page.dataset.address ?? "");
  newAchievement.replaceChildren(
    ...(shown.page.querySelector("[data-new-achievement]")?.childNodes ?? []),
  );
  const words = newAchievement.textContent?.replace(/\s+/g, " ").trim() ?? "";
  if (words) announce(words);
}
