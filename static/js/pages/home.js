// The board of the first page, on which the first move starts a game. The page works without this: it brings the
// keys of a board, shows where a piece would fall, and lets a finger aim on small cells.

import { Aim } from "../board-aim.js";
import { bindArrows, digitCount, isTyping } from "../board-keys.js";
import { find, findAll } from "../dom.js";
import { gettext } from "../words.js";

const form = find("move-form", HTMLFormElement);
const board = find("board", HTMLElement, form);
const cells = findAll("cell", HTMLButtonElement, board);
const aim = new Aim(board, cells);

/** @param {SubmitEvent} event */
function play(event) {
  const cell = event.submitter;
  if (!(cell instanceof HTMLButtonElement)) return;
  const target = aim.targetOf(cell);
  if (!target) {
    event.preventDefault();
    aim.say(gettext("That cell is taken"));
  } else if (aim.needsSecondTap(cell)) event.preventDefault();
  else showMove(target);
}

/** @param {HTMLButtonElement} cell that shows the move faintly until the game opens */
function showMove(cell) {
  aim.mark(undefined);
  cell.setAttribute("data-mark", board.dataset.ghost ?? "");
  cell.setAttribute("data-pending", "");
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
bindArrows(cells, Number(board.dataset.width));
form.addEventListener("submit", play);
document.addEventListener("keydown", playDigit);
addEventListener("pageshow", takeMoveBack);

// Other pages link to the choices, as in /#friend.
const linked = document.getElementById(location.hash.slice(1));
if (linked?.popover) linked.showPopover();
