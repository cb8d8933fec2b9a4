// Shares a finished game: hands it, its picture or its animation to the browser's share sheet, or copies its link. Where
// a browser has no such sheet, the pictures are plain links to their addresses.

import { copyText } from "../../clipboard.js";
import { find, findAll, findOptional } from "../../dom.js";
import { gettext } from "../../words.js";

/** @type {Map<string, File>} what was fetched, by address */
const files = new Map();

const part = findOptional("share-part", HTMLElement);
if (part) bindShare(part);

/** @param {HTMLElement} root */
function bindShare(root) {
  const link = find("share-link", HTMLAnchorElement, root);
  const sheet = find("share-sheet", HTMLElement, root);
  sheet.hidden = !("share" in navigator); // as on pages that came over plain http
  sheet.addEventListener("click", () => void shareUnlessClosed({ title: title(), url: link.href }));
  link.addEventListener("click", (event) => {
    event.preventDefault();
    void copyLink(link);
  });
  for (const anchor of findAll("share-file", HTMLAnchorElement, root)) {
    if (canShareFile(anchor)) bindFile(anchor);
  }
}

/** @param {HTMLAnchorElement} anchor */
function bindFile(anchor) {
  anchor.addEventListener("click", (event) => {
    event.preventDefault();
    if (anchor.ariaBusy !== "true") void fetchAndShare(anchor);
  });
}

/** @param {HTMLAnchorElement} link */
async function copyLink(link) {
  if (await copyText(link.href, link)) say(gettext("Link copied"));
  else location.assign(link.href); // From where it can be copied by hand.
}

/** @param {HTMLAnchorElement} anchor */
async function fetchAndShare(anchor) {
  anchor.ariaBusy = "true";
  const file = await fetchFile(anchor);
  anchor.ariaBusy = null;
  if (file) await shareUnlessClosed({ title: title(), files: [file] });
  else location.assign(anchor.href); // Where the server says what is wrong.
}

/**
 * Return the file of a link, null if the server has none.
 *
 * @param {HTMLAnchorElement} anchor
 */
async function fetchFile({ href, dataset }) {
  const kept = files.get(href);
  if (kept) return kept;
  try {
    const response = await fetch(href);
    if (!response.ok) return null;
    const file = newFile([await response.blob()], dataset);
    files.set(href, file);
    return file;
  } catch {
    return null;
  }
}

/** @param {ShareData} data */
async function shareUnlessClosed(data) {
  try {
    await navigator.share(data);
  } catch (error) {
    // Browsers let a page share only soon after a press, and an animation may take longer than that.
    const wasTooLate = error instanceof DOMException && error.name === "NotAllowedError";
    if (wasTooLate) say(gettext("It is ready. Press again to share it."));
  }
}

/** @param {HTMLAnchorElement} anchor */
function canShareFile({ dataset }) {
  return Boolean(navigator.canShare?.({ files: [newFile([], dataset)] }));
}

/**
 * @param {BlobPart[]} parts
 * @param {DOMStringMap} dataset of a link to a file
 */
function newFile(parts, { shareFile = "", type = "" }) {
  return new File(parts, shareFile, { type });
}

function title() {
  return (find("heading", HTMLElement).textContent ?? "").trim();
}

/** @param {string} words */
function say(words) {
  find('announce="polite"', HTMLElement).textContent = words;
}
