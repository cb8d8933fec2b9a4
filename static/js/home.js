// The board of the first page, on which the first move starts a game. The page works without this: it brings the
// keys of a board, shows where a piece would fall, and lets a finger aim on small cells.

import { bindArrows, digitCount, isTyping } from "./board-keys.js";
import { find, findAll, findOptional } from "./dom.js";
import { hoverOver, isSmall } from "./pointing.js";
import { gettext, interpolate } from "./words.js";

const form = find("move-form", HTMLFormElement);
const board = find("board", HTMLElement, form);
const cells = findAll("cell", HTMLButtonElement, board);
const note = find("note", HTMLElement, board);
const piece = findOptional("hover", SVGElement, board);
const width = Number(board.dataset.width);
/** @type {HTMLButtonElement | undefined} the cell that is marked as the one that would be played */
let target;
let isTouch = false; // whether the last press came from a finger

/** @param {HTMLButtonElement} cell */
const targetOf = (cell) => (cell.value === "" ? undefined : cells[Number(cell.value)]);

/** @param {HTMLButtonElement | undefined} cell */
function mark(cell) {
  target?.removeAttribute("data-target");
  target = cell;
  target?.setAttribute("data-target", "");
  note.hidden = true;
  if (piece) hoverOver(piece, cell ? Number(cell.value) : null, width);
}

/** Mark the cell to which a piece would fall from the column under the pointer or the focus. */
function followColumns() {
  for (const cell of cells) {
    for (const type of ["pointerover", "focus"])
      cell.addEventListener(type, () => mark(targetOf(cell)));
    cell.addEventListener("blur", () => mark(undefined));
  }
  board.addEventListener("pointerleave", () => mark(undefined));
}

/** @param {HTMLButtonElement} cell */
function needsSecondTap(cell) {
  if (!isTouch || !isSmall(cell) || targetOf(cell) === target) return false;
  mark(targetOf(cell));
  const words = gettext("Tap again to play %(cell)s");
  showNote(interpolate(words, { cell: target?.dataset.name ?? "" }));
  return true;
}

/** @param {SubmitEvent} event */
function play(event) {
  const cell = event.submitter;
  if (!(cell instanceof HTMLButtonElement)) return;
  if (!targetOf(cell)) {
    event.preventDefault();
    showNote(gettext("That cell is taken"));
  } else if (needsSecondTap(cell)) event.preventDefault();
  else showMove(targetOf(cell));
}

/** @param {string} words */
function showNote(words) {
  note.textContent = words;
  note.hidden = false;
}

/** @param {HTMLButtonElement | undefined} cell that shows the move faintly until the game opens */
function showMove(cell) {
  mark(undefined);
  cell?.setAttribute("data-mark", board.dataset.ghost ?? "");
  cell?.setAttribute("data-pending", "");
}

/** Let the arrow keys pass over cells that are taken, as a disabled button cannot have the focus. */
function enableTakenCells() {
  for (const cell of cells.filter((one) => one.disabled)) {
    cell.disabled = false;
    cell.setAttribute("aria-disabled", "true");
  }
}

/** @param {KeyboardEvent} event */
function playDigit(event) {
  const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  if (!digit || digit > digitCount(board, cells) || isTyping(event) || event.repeat) return;
  const cell = cells[digit - 1];
  cell?.focus();
  form.requestSubmit(cell);
}

/** The back button may show the page as it was left. */
function takeMoveBack() {
  for (const cell of board.querySelectorAll("[data-pending]")) {
    cell.setAttribute("data-mark", "");
    cell.removeAttribute("data-pending");
  }
}

enableTakenCells();
bindArrows(cells, width);
if (piece) followColumns();
form.addEventListener("pointerdown", (event) => (isTouch = event.pointerType === "touch"));
form.addEventListener("keydown", () => (isTouch = false));
form.addEventListener("submit", play);
document.addEventListener("keydown", playDigit);
addEventListener("pageshow", takeMoveBack);

// Other pages link to the choices, as in /#friend.
const linked = document.getElementById(location.hash.slice(1));
if (linked?.popover) linked.showPopover();
