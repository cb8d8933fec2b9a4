// Once a game of a tournament is over, its result stays a while; then comes the page between two games.

import { findOptional } from "../dom.js";

const STAYS = 4000; // ms
const AGAIN = 1000; // ms

const back = findOptional("tournament", HTMLAnchorElement)?.href ?? "";
let timer = 0;

function leaveIfOver() {
  const isOver = document.querySelector("[data-status='finished'], [data-status='closed']");
  if (back && isOver) timer ||= setTimeout(leave, STAYS);
}

// Not before the server answers: what comes in the place of a page that cannot be had does not lead on by itself.
async function leave() {
  const answer = await fetch(`${back}state/`).catch(() => null);
  if (answer?.ok) location.assign(back);
  else setTimeout(leave, AGAIN);
}

new MutationObserver(leaveIfOver).observe(document.body, {
  attributes: true,
  subtree: true,
  attributeFilter: ["data-status"],
});
leaveIfOver();
