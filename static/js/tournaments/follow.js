// Asks each second whether the page shows something else by now, and shows it; counts the time down, and goes on
// to what is next: the game that begins, or from one that is over the page between two games.

import { findAll, findOptional } from "../dom.js";
import { addLinks, fetchPage, putPage } from "../swap-page.js";

const SECOND = 1000; // ms
const PAGE = 8 * SECOND; // of a table that turns
const IN_A_GAME = "[data-status]:not([data-status='finished'], [data-status='closed'])";

const isEditing = () => document.activeElement?.matches("input, textarea") ?? false;

async function ask() {
  const followed = findOptional("follow", HTMLElement);
  if (!followed?.dataset.follow) return;
  const response = await fetch(followed.dataset.follow, {
    headers: { Accept: "application/json" },
  });
  const { key } = await response.json();
  if (key === followed.dataset.key || isEditing()) return;
  const { page } = await fetchPage(location.href);
  await addLinks(page);
  const isOpen = findOptional("keep", HTMLDetailsElement)?.open ?? false;
  putPage(page);
  const kept = findOptional("keep", HTMLDetailsElement);
  if (kept) kept.open = isOpen;
  count();
}

function count() {
  const pages = findAll("turned", HTMLElement);
  for (const [n, page] of pages.entries())
    page.hidden = n !== Math.floor(performance.now() / PAGE) % pages.length;
  for (const shown of findAll("left", HTMLElement)) {
    const left = Number(shown.dataset.left);
    shown.dataset.left = String(Math.max(0, left - 1));
    if (shown instanceof HTMLTimeElement)
      shown.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    else {
      const seconds = findOptional("seconds", HTMLElement, shown);
      if (seconds) seconds.textContent = String(left);
      shown.style.setProperty("--part", String((100 * left) / Number(shown.dataset.of)));
    }
  }
  const go = findOptional("go", HTMLAnchorElement);
  if (!go || document.querySelector(IN_A_GAME)) return;
  const wait = Number(go.dataset.in);
  go.dataset.in = String(wait - 1);
  if (wait <= 0) void leave(go);
}

// Not before the server answers: what comes in the place of a page that cannot be had does not lead on by itself.
/** @param {HTMLAnchorElement} link */
async function leave({ href, dataset }) {
  const answer = await fetch(dataset.go ?? "").catch(() => null);
  if (answer?.ok) location.assign(href);
}

setInterval(() => void ask().catch(() => {}), SECOND); // without a connection, the next time
setInterval(count, SECOND);
findOptional("select", HTMLInputElement)?.select();
count();
