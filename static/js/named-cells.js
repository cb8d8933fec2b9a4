// Lights a cell on the board while one points at its name in a text, taps it or has the focus on it.

import { closest, findAll, findOptional } from "./dom.js";

// With the name itself as a group, so that a text is split into what stands around the names and the names.
const NAME = /\b([a-z]\d{1,2})\b/;

bindNames();
for (const type of ["pointerover", "focusin", "focusout", "click"]) {
  document.addEventListener(type, light);
}

/** Bind the texts of the page, now and when they change. */
export function bindNames() {
  for (const text of findAll("names-cells", HTMLElement)) {
    markNames(text);
    new MutationObserver(() => markNames(text)).observe(text, { childList: true, subtree: true });
  }
}

/**
 * Make a word to point at of each name in a text.
 *
 * @param {HTMLElement} text
 */
function markNames(text) {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const bare = [];
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    const isTaken = node.parentElement?.closest("[data-named], a, button, script");
    if (!isTaken && NAME.test(node.data)) bare.push(node);
  }
  for (const node of bare) node.replaceWith(...node.data.split(NAME).map(wordOf));
}

/**
 * @param {string} text
 * @param {number} place every second one is a name
 */
function wordOf(text, place) {
  if (place % 2 === 0) return text;
  const word = document.createElement("span");
  word.dataset.named = text;
  word.tabIndex = 0;
  word.textContent = text;
  return word;
}

/** @param {Event} event */
function light({ target, type }) {
  for (const cell of findAll("lit", HTMLElement)) delete cell.dataset.lit;
  const word = closest(target, "[data-named]", HTMLElement);
  if (!word || type === "focusout") return;
  const cell = cellOf(word, word.dataset.named ?? "");
  if (cell) cell.dataset.lit = "";
}

/**
 * Find a cell by its name, on the board that is nearest to the word.
 *
 * @param {HTMLElement} word
 * @param {string} name
 */
function cellOf(word, name) {
  const around = word.closest(":has([data-board])");
  return around && findOptional(`name="${name}"`, HTMLElement, around);
}
