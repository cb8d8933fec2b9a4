// Sends a puzzle, or one's result, to somebody: by the browser's share sheet where there is one, else it is copied.
// Without scripts the same link leads to the puzzle's own address.

import { copyText } from "../../clipboard.js";
import { closest, find, opensElsewhere } from "../../dom.js";
import { gettext } from "../../words.js";

document.addEventListener("click", (event) => {
  const link = closest(event.target, "[data-share-text]", HTMLAnchorElement);
  if (!link || opensElsewhere(event)) return;
  event.preventDefault();
  void share(link, link.dataset.shareText ?? "");
});

/**
 * @param {HTMLAnchorElement} link
 * @param {string} text
 */
async function share(link, text) {
  if ("share" in navigator) {
    await navigator.share({ text }).catch(() => {}); // It rejects when the person closes the sheet.
    return;
  }
  if (await copyText(text, link)) say(link, gettext("Copied"));
  else location.assign(link.href); // From where it can be copied by hand.
}

/**
 * @param {HTMLElement} link
 * @param {string} words
 */
function say(link, words) {
  (link.querySelector("span") ?? link).textContent = words;
  find('announce="polite"', HTMLElement).textContent = words;
}
