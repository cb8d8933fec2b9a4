// Steps through a game in the admin by links, arrow keys and swipes, in its place.

import { bindLinks, find } from "../dom.js";
import { bindSwipe } from "../steps.js";
import { fetchPage, takeContent } from "../swap-page.js";

bindSwipe(find("replay", HTMLElement));
bindLinks(document, "[data-step], [data-ply]", (link) => void show(link));

/** @param {HTMLAnchorElement} link */
async function show({ href }) {
  const { page } = await fetchPage(href);
  for (const hook of ["replay", "moves"]) {
    if (page.querySelector(`[data-${hook}]`)) takeContent(hook, page);
  }
  history.replaceState(null, "", href);
}
