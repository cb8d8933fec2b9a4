// A board in a form, whose cells are its buttons and have as their values the cell that a press on them plays.

import { Aim, bindArrows, isTyping } from "./board-input.js";
import { find, findAll } from "./dom.js";
import { gettext, interpolate } from "./words.js";

/**
 * @typedef {object} Handlers
 * @property {(pressed: HTMLButtonElement, cell: HTMLButtonElement) => void} play
 * @property {(number: number) => void} [refuse] called for a press that plays no cell
 * @property {(words: string) => void} [say] says something over the board until it is called without words
 * @property {(cell: HTMLElement) => string} [nameOf] returns what a cell is called there
 */

/**
 * Bind the pointer, the arrow keys and the digits of a board, and call `play` for each press that plays a cell while
 * the board is open: then it has `data-ghost`. Its buttons are never disabled, or they would lose the focus.
 *
 * @param {HTMLFormElement} form
 * @param {Handlers} handlers
 */
export function bindFormBoard(form, handlers) {
  const board = find("board", HTMLElement, form);
  const cells = findAll("cell", HTMLButtonElement, board);
  const note = find("note", HTMLElement, board);
  const {
    play,
    say = (words) => {
      note.textContent = words;
      note.hidden = !words;
    },
    refuse = () => "ghost" in board.dataset && say(gettext("That cell is taken")),
    nameOf = (cell) => cell.dataset.name ?? "",
  } = handlers;
  const targetOf = (/** @type {number} */ number) => {
    const value = "ghost" in board.dataset && cells[number]?.value;
    return value ? Number(value) : null;
  };
  const askAgain = (/** @type {number} */ number) => {
    const cell = cells[number];
    if (cell) say(interpolate(gettext("Tap again to play %(cell)s"), { cell: nameOf(cell) }));
  };
  const aim = new Aim(board, cells, { targetOf, askAgain, hide: () => say("") });

  enable(cells);
  bindArrows(cells, Number(board.dataset.width));
  form.addEventListener("submit", (event) => {
    const pressed = event.submitter;
    if (!(pressed instanceof HTMLButtonElement) || !board.contains(pressed)) return;
    event.preventDefault();
    const number = Number(pressed.dataset.cell);
    const cell = cells[targetOf(number) ?? -1];
    if (!cell) refuse(number);
    else if (!aim.needsSecondTap(number)) {
      aim.clear();
      play(pressed, cell);
    }
  });
  const digits = cells.length === 9 ? 9 : "drop" in board.dataset ? Number(board.dataset.width) : 0;
  document.addEventListener("keydown", (event) => {
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    if (!form.isConnected || !digit || digit > digits || isTyping(event) || event.repeat) return;
    const cell = cells[digit - 1];
    cell?.focus();
    form.requestSubmit(cell);
  });
  return { board, cells, say, aim };
}

/** @param {HTMLButtonElement[]} cells */
function enable(cells) {
  for (const cell of cells) {
    if (cell.disabled) cell.setAttribute("aria-disabled", "true");
    cell.disabled = false;
  }
}
