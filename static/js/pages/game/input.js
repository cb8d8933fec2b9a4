// Turns what people press into calls: cells, keys and forms.

import { bindArrows, digitCount, isTyping } from "../../board-input.js";
import { closest } from "../../dom.js";
import * as elements from "./elements.js";

/** @import { Content } from "./types.js"; */
/** @import { Aim } from "../../board-input.js"; */

const boardWidth = Number(elements.board.dataset.width);

/**
 * @param {HTMLFormElement} form
 * @param {(cell: number) => void} play
 * @param {Aim} aim
 */
export function bindBoard(form, play, aim) {
  // A disabled button loses the focus. One with aria-disabled keeps it, and drawing the board sets that.
  for (const cell of elements.cells) cell.removeAttribute("disabled");
  bindArrows(elements.cells, boardWidth);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const cell = event.submitter;
    const number = Number(cell?.dataset.cell);
    if (cell && !aim.needsSecondTap(number)) play(number);
  });
}

/**
 * Give the board the focus at the start of a game, so that keys play at once. Where a pointer was used nothing is
 * shown of it until a key is pressed.
 *
 * @param {number | undefined} played the cell of this person's first move, which may have been made on the first page
 */
export function focusBoard(played) {
  const { board, cells } = elements;
  if (document.activeElement !== document.body) return;
  board.dataset.quiet = "";
  const stop = cells[played ?? -1] ?? cells.find((cell) => cell.tabIndex === 0);
  stop?.focus({ preventScroll: true });
  document.addEventListener("keydown", () => delete board.dataset.quiet, { once: true });
}

/**
 * Bind the keys of the page: digits play on small boards, `?` lists the keys, and others press the button that names them
 * as its shortcut, if it can be pressed now.
 *
 * @param {(cell: number) => void} play
 */
export function bindKeys(play) {
  const digits = digitCount(elements.board, elements.cells);
  document.addEventListener("keydown", (event) => {
    const { key } = event;
    if (isTyping(event) || event.repeat) return;
    if (key === "?") document.getElementById("keys")?.showPopover();
    else if (/^[a-z]$/.test(key)) buttonOf(key)?.click();
    else if (/^[1-9]$/.test(key) && Number(key) <= digits) playDigit(Number(key), play);
  });
}

/** @param {string} key */
function buttonOf(key) {
  const buttons = elements.page.querySelectorAll(`button[aria-keyshortcuts="${key}"]`);
  return /** @type {HTMLButtonElement[]} */ ([...buttons]).find((button) =>
    button.checkVisibility(),
  );
}

/**
 * @param {number} digit
 * @param {(cell: number) => void} play
 */
function playDigit(digit, play) {
  elements.cells[digit - 1]?.focus();
  play(digit - 1);
}

/**
 * Call a function in the place of sending a form that acts on the game. The form, or its button, names the type of the
 * message in `data-message`; the button's name and value are a field of it, and so is the ply where the form has one.
 *
 * @param {() => number} ply returns how many moves have been made
 * @param {(content: Content) => void} act
 */
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
    const fields = { ...(form.elements.namedItem("ply") && { ply: ply() }), ...field };
    act(/** @type {Content} */ ({ type, ...fields }));
  });
}
