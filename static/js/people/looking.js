// Calls somebody who plays the computer while nobody is found, in the place of the words about the search, and keeps
// these up to date.

import { find, findAll, findOptional } from "../dom.js";
import { follow } from "../friend-joined.js";
import { fetchPage } from "../swap-page.js";

const RENEWED_EVERY = 20000; // milliseconds

const { looking: address = "" } = find("looking", HTMLElement).dataset;
const words = find("search-words", HTMLElement);
follow(address);
setInterval(() => void renew().catch(() => {}), RENEWED_EVERY);

async function renew() {
  if (document.hidden || !isIdle()) return;
  const { page } = await fetchPage(location.href);
  const renewed = findOptional("search-words", HTMLElement, page);
  if (!renewed || !isIdle()) return;
  words.replaceChildren(...renewed.childNodes);
  for (const field of findAll("needs-scripts", HTMLInputElement, words)) field.disabled = false;
}

/** Say whether nobody is called, and nothing of the words is about to be pressed. */
const isIdle = () => !words.querySelector(".notice > a") && !words.contains(document.activeElement);
