// On the page that stands for one that could not be read: fetches that again, later each time, until it is there.

import { find } from "./dom.js";

const DELAYS = [2000, 4000, 8000, 16000]; // milliseconds; the last one is used again and again
const UNAVAILABLE = 503;

find("retrying", HTMLElement).hidden = false;
schedule(0);

/** @param {number} attempt counted from 0 */
function schedule(attempt) {
  const delay = DELAYS[Math.min(attempt, DELAYS.length - 1)] ?? 0;
  // Spread by a quarter so that not all browsers come at once.
  setTimeout(() => void tryAgain(attempt), delay * (0.75 + Math.random() / 2));
}

/** @param {number} attempt */
async function tryAgain(attempt) {
  const response = await fetch(location.href).catch(() => null);
  if (response && response.status !== UNAVAILABLE) location.reload();
  else schedule(attempt + 1);
}
