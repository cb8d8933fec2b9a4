// Sends a puzzle, or one's result, to somebody: by the browser's share sheet where there is one, else it is copied.
// Without scripts the same link leads to the puzzle's own address.

import { find } from "../../dom.js";
import { gettext } from "../../words.js";

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("[data-share-text]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey)
    return;
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
  if (await copy(link, text)) say(link, gettext("Copied"));
  else location.assign(link.href); // From where it can be copied by hand.
}

/**
 * @param {HTMLElement} link
 * @param {string} text
 */
async function copy(link, text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The browser refused, or the page came over plain http, where this clipboard does not exist.
    const area = document.createElement("textarea");
    area.value = text;
    link.after(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}

/**
 * @param {HTMLElement} link
 * @param {string} words
 */
function say(link, words) {
  (link.querySelector("span") ?? link).textContent = words;
  find('announce="polite"', HTMLElement).textContent = words;
}
