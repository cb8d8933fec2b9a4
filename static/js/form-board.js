// A board in a form, whose cells are its buttons and have as their values the cell that a press on them plays.

import { Aim, bindArrows, digitCount, isTyping } from "./board-input.js";
import { find, findAll } from "./dom.js";
import { gettext, interpolate } from "./words.js";

/**
 * Bind the pointer, the arrow keys and the digits of a board, and call `play` for each press that plays a cell while
 * the board is open: then it has `data-ghost`. Its buttons are never disabled, or they would lose the focus.
 *
 * @param {HTMLFormElement} form
 * @param {(pressed: HTMLButtonElement, cell: HTMLButtonElement) => void} play
 */
export function bindFormBoard(form, play) {
  const board = find("board", HTMLElement, form);
  const cells = findAll("cell", HTMLButtonElement, board);
  const note = find("note", HTMLElement, board);
  const say = (/** @type {string} */ words) => {
    note.textContent = words;
    note.hidden = !words;
  };
  const targetOf = (/** @type {number} */ number) => {
    const value = cells[number]?.value;
    return value ? Number(value) : null;
  };
  const askAgain = (/** @type {number} */ number) => {
    const cell = cells[number]?.dataset.name ?? "";
    say(interpolate(gettext("Tap again to play %(cell)s"), { cell }));
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
    if (!("ghost" in board.dataset)) return;
    if (!cell) say(gettext("That square is taken"));
    else if (!aim.needsSecondTap(number)) {
      aim.clear();
      play(pressed, cell);
    }
  });
  document.addEventListener("keydown", (event) => {
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    if (!form.isConnected || !digit || digit > digitCount(board, cells)) return;
    if (isTyping(event) || event.repeat) return;
    const cell = cells[digit - 1];
    cell?.focus();
    form.requestSubmit(cell);
  });
  return { board, cells, say };
}

/** @param {HTMLButtonElement[]} cells */
function enable(cells) {
  for (const cell of cells) {
    if (cell.disabled) cell.setAttribute("aria-disabled", "true");
    cell.disabled = false;
  }
}
