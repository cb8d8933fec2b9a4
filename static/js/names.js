// The names of cells in texts light up their cells.

import { closest, findAll } from "./dom.js";

// A group, so that a text is split into what stands around the names and the names.
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

/** @param {HTMLElement} text */
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

/** @param {string} text @param {number} place every second one is a name */
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
  // On the board that is nearest to the word.
  const around = word.closest(":has([data-board])");
  around?.querySelector(`[data-name="${word.dataset.named}"]`)?.setAttribute("data-lit", "");
}
