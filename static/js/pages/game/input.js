// Turns what people press into calls: keys and forms.

import { closest, isTyping } from "../../dom.js";
import { keyOf } from "../../keys.js";
import * as elements from "./elements.js";

// So that keys play at once. Where a pointer was used nothing is shown of it until a key is pressed.
/** @param {number | undefined} played */
export function focusBoard(played) {
  const { board, cells } = elements;
  if (document.activeElement !== document.body) return;
  board.dataset.quiet = "";
  const stop = cells[played ?? -1] ?? cells.find((cell) => cell.tabIndex === 0);
  stop?.focus({ preventScroll: true });
  // Before the cell hears of it, so that the cell to which an arrow key leads is marked.
  document.addEventListener("keydown", () => delete board.dataset.quiet, {
    once: true,
    capture: true,
  });
}

/** Bind the keys of the page, which press the button that names them, if it can be pressed now. */
export function bindKeys() {
  document.addEventListener("keydown", (event) => {
    if (isTyping(event) || event.repeat) return;
    const key = keyOf(event);
    if (!/^[a-z]$/.test(key)) return;
    /** @type {NodeListOf<HTMLElement>} */
    const buttons = elements.page.querySelectorAll(`button[aria-keyshortcuts="${key}"]`);
    [...buttons].find((button) => button.checkVisibility())?.click();
  });
}

// The form, or its button, names the type of the message in `data-message`; the button's name and value are a field of
// it.
/** @param {() => number} ply returns how many moves have been made @param {(content: Content) => void} act */
export function bindForms(ply, act) {
  // Before the listeners of the document, which look after forms that are sent.
  elements.page.addEventListener("submit", (event) => {
    const form = closest(event.target, "[data-message]", HTMLFormElement);
    const button = event.submitter;
    if (!form || !(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true") return;
    const type = button.dataset.message ?? form.dataset.message;
    const field = button.name && { [button.name]: Number(button.value) || button.value };
    const text = button.name ? null : form.querySelector('input[name="text"]');
    const said = text instanceof HTMLInputElement && { text: text.value };
    const fields = { ...(form.elements.namedItem("ply") && { ply: ply() }), ...field, ...said };
    if (said) form.reset();
    act(/** @type {Content} */ ({ type, ...fields }));
  });
}
