// Hands a link, a text or a file to the browser's share sheet, or copies it. Links lead on where a browser can do neither.

import { closest, find, findAll, findOptional, opensElsewhere, say } from "./dom.js";
import { gettext } from "./words.js";

const COPIED_FOR = 3000; // milliseconds for which a button says that it has copied

/** @type {Map<string, File>} what was fetched, by address */
const files = new Map();

// As on pages that came over plain http.
for (const button of findAll("share", HTMLElement)) button.hidden = !("share" in navigator);
document.addEventListener("click", press);
document.addEventListener("focusin", ({ target }) => {
  closest(target, "[data-link]", HTMLInputElement)?.select();
});

/** @param {MouseEvent} event */
function press(event) {
  const pressed = closest(event.target, "[data-share], [data-copy], [data-file]", HTMLElement);
  if (!pressed || opensElsewhere(event)) return;
  const { share, file } = pressed.dataset;
  if (file !== undefined) {
    const canShare = navigator.canShare?.({ files: [newFile([], pressed.dataset)] });
    if (!canShare || !(pressed instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    if (pressed.ariaBusy !== "true") void fetchAndShare(pressed);
    return;
  }
  event.preventDefault();
  if (share !== undefined) void shareUnlessClosed({ title: titleFor(pressed), url: share });
  else if ("text" in pressed.dataset && "share" in navigator)
    void shareUnlessClosed({ text: pressed.dataset.copy });
  else void copyText(pressed, pressed.dataset.copy ?? "");
}

/** @param {HTMLAnchorElement} anchor */
async function fetchAndShare(anchor) {
  anchor.ariaBusy = "true";
  const file = files.get(anchor.href) ?? (await fetchFile(anchor).catch(() => null));
  anchor.ariaBusy = null;
  if (file) await shareUnlessClosed({ title: titleFor(anchor), files: [file] });
  else location.assign(anchor.href); // Where the server says what is wrong.
}

/** @param {HTMLAnchorElement} anchor */
async function fetchFile({ href, dataset }) {
  const response = await fetch(href);
  if (!response.ok) return null;
  const file = newFile([await response.blob()], dataset);
  files.set(href, file);
  return file;
}

/** @param {BlobPart[]} parts @param {DOMStringMap} dataset of a link to a file */
const newFile = (parts, { file = "", type = "" }) => new File(parts, file, { type });

/** @param {ShareData} data */
async function shareUnlessClosed(data) {
  try {
    await navigator.share(data);
  } catch (error) {
    // Browsers let a page share only soon after a press, and a picture may take longer than that.
    const wasTooLate = error instanceof DOMException && error.name === "NotAllowedError";
    if (wasTooLate) announce(gettext("It is ready. Press again to share it."));
  }
}

/** @param {HTMLElement} pressed */
function titleFor(pressed) {
  const isGame = pressed.closest("[data-share-part]");
  return isGame ? find("heading", HTMLElement).textContent?.trim() : gettext("Tic-tac-toe");
}

/** @param {HTMLElement} pressed @param {string} text */
async function copyText(pressed, text) {
  const isCopied = await copy(pressed, text);
  if (!isCopied && pressed instanceof HTMLAnchorElement) {
    location.assign(pressed.href); // From where it can be copied by hand.
    return;
  }
  if (!isCopied) findOptional("link", HTMLInputElement)?.select();
  announce(isCopied ? gettext("Copied") : gettext("Select it, and press Ctrl+C to copy it."));
  const label = pressed.querySelector("span") ?? pressed;
  pressed.dataset.label ??= label.textContent ?? "";
  label.textContent = isCopied ? gettext("Copied") : gettext("Press Ctrl+C");
  setTimeout(() => (label.textContent = pressed.dataset.label ?? ""), COPIED_FOR);
}

// Also where the browser refuses or the page came over plain http; returns whether that worked.
/** @param {HTMLElement} beside an element of the same sheet, beside which text can be selected @param {string} text */
async function copy(beside, text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = Object.assign(document.createElement("textarea"), { value: text });
    beside.after(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}

/** @param {string} words */
function announce(words) {
  say(find('announce="polite"', HTMLElement), words);
}
