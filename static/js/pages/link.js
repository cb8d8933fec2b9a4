// Copies a link that is to be sent to somebody, or hands it to the browser's share sheet where there is one.

import { copyText } from "../clipboard.js";
import { find, findOptional } from "../dom.js";
import { gettext } from "../words.js";

const COPIED_FOR = 3000; // milliseconds for which the button says that the link was copied

const input = findOptional("link", HTMLInputElement);
if (input) bindLink(input, find("copy", HTMLElement), find("share", HTMLElement));

/**
 * @param {HTMLInputElement} link
 * @param {HTMLElement} copy
 * @param {HTMLElement} share
 */
function bindLink(link, copy, share) {
  copy.addEventListener("click", () => void copyLink(link, copy));
  link.addEventListener("focus", () => link.select());
  share.hidden = !navigator.share;
  share.addEventListener("click", () => {
    // Rejects when the person closes the sheet, which is no error.
    navigator.share({ title: gettext("Tic-tac-toe"), url: link.value }).catch(() => {});
  });
}

/**
 * @param {HTMLInputElement} link
 * @param {HTMLElement} button
 */
async function copyLink(link, button) {
  const isCopied = await copyText(link.value, link);
  if (!isCopied) link.select();
  button.textContent = isCopied ? gettext("Copied") : gettext("Press Ctrl+C");
  const words = isCopied
    ? gettext("Link copied")
    : gettext("The link is selected. Press Ctrl+C to copy it.");
  find('announce="polite"', HTMLElement).textContent = words;
  setTimeout(() => (button.textContent = gettext("Copy")), COPIED_FOR);
}
