// On the page that stands for one that could not be read: fetches that again, later each time, until it is there.

import { delayOf, varied } from "./delays.js";
import { find } from "./dom.js";

const DELAYS = [2000, 4000, 8000, 16000]; // milliseconds
const UNAVAILABLE = 503;

find("retrying", HTMLElement).hidden = false;
schedule(0);

/** @param {number} attempt counted from 0 */
function schedule(attempt) {
  setTimeout(() => void tryAgain(attempt), varied(delayOf(DELAYS, attempt)));
}

/** @param {number} attempt */
async function tryAgain(attempt) {
  const response = await fetch(location.href).catch(() => null);
  if (response && response.status !== UNAVAILABLE) location.reload();
  else schedule(attempt + 1);
}
