// The board of the first page, on which the first move starts a game. The page works without this: it brings the
// keys of a board, lets a finger aim on small cells, and starts the game in place.

import { closest, find, findAll, opensElsewhere } from "../dom.js";
import { bindFormBoard } from "../form-board.js";
import { swapPage } from "../swap-page.js";
import { gettext } from "../words.js";

/** Bind the board that is shown; another takes its place when another board or level is chosen. */
function bindBoard() {
  const form = find("move-form", HTMLFormElement);
  const { say } = bindFormBoard(form, {
    play: (pressed, cell) => {
      play(form, pressed, cell).catch(() => say(gettext("No connection. Try again.")));
    },
  });
}

/**
 * Draw the first move at once, and start the game in the place of this page.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} pressed
 * @param {HTMLButtonElement} cell that it plays
 */
async function play(form, pressed, cell) {
  const body = new FormData(form, pressed);
  const board = find("board", HTMLElement, form);
  const { ghost } = board.dataset;
  cell.dataset.mark = ghost;
  cell.dataset.fresh = "";
  delete board.dataset.ghost; // Closed until the game has begun.
  try {
    await swapPage(await fetch(form.action, { method: "POST", body }));
    writeReply(cell.dataset.cell);
  } catch (error) {
    cell.dataset.mark = "";
    board.dataset.ghost = ghost;
    throw error;
  }
}

/** @param {string | undefined} played the number of the cell of one's own move, which is written already */
function writeReply(played) {
  const last = findAll("last", HTMLElement)[0];
  if (last && last.dataset.cell !== played) last.dataset.fresh = "";
}

/** @param {MouseEvent} event */
async function choose(event) {
  const link = closest(event.target, "a[data-swap-page]", HTMLAnchorElement);
  if (!link || opensElsewhere(event)) return;
  event.preventDefault();
  try {
    await swapPage(await fetch(link.href));
    bindBoard();
    focusChoice(link.closest("details")?.id);
  } catch {
    location.assign(link.href);
  }
}

/**
 * Give the focus, which went with the page before, to what shows the choice now.
 *
 * @param {string | undefined} menu id of the menu with the choice, undefined for the row of boards
 */
function focusChoice(menu) {
  const shown = document.querySelector(menu ? `#${menu} summary` : ".boards [aria-current]");
  if (shown instanceof HTMLElement) shown.focus({ preventScroll: true });
}

bindBoard();
document.addEventListener("click", choose);

// Other pages link to the choices, as in /#friend.
const linked = document.getElementById(location.hash.slice(1));
if (linked?.popover) linked.showPopover();
