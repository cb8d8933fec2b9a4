// The board of the first page, on which the first move starts a game. The page works without this: it brings the
// keys of a board, lets a finger aim on small cells, and starts the game in place.

import { bindLinks, find, findOptional } from "../dom.js";
import { FormBoard } from "../board.js";
import { withSounds } from "../sounds.js";
import { attempt } from "../remembered.js";
import { addLinks, bindSwaps, putPage, swapPage } from "../swap-page.js";
import { gettext, interpolate } from "../words.js";

function bindBoard() {
  const form = find("move-form", HTMLFormElement);
  const aim = find("aim", HTMLElement);
  const board = new FormBoard(form, {
    say: (words, where) => {
      const lift = where && interpolate(gettext("Lift to play %(cell)s"), { cell: where });
      find("aim-words", HTMLElement, aim).textContent = words || lift;
      find("aim-at", HTMLElement, aim).textContent = words && where;
      aim.hidden = !(words || lift);
    },
    play: (pressed, cell) => {
      play(form, pressed, cell)
        .catch(() => goOnOffline(new FormData(form), cell))
        .catch(() => {
          board.say(gettext("No connection. Try again."));
          addEventListener("online", () => board.say(""), { once: true });
        });
    },
  });
}

/** @param {HTMLFormElement} form @param {HTMLButtonElement} pressed @param {HTMLButtonElement} cell that it plays */
async function play(form, pressed, cell) {
  const body = new FormData(form, pressed);
  const board = find("board", HTMLElement, form);
  const { ghost, pieces } = board.dataset;
  cell.dataset.mark = ghost;
  cell.dataset.fresh = "";
  delete board.dataset.ghost; // Closed until the game has begun.
  const mark = ghost === "O" ? "O" : "X";
  withSounds(({ playMove }) => playMove(mark, pieces));
  try {
    await swapPage(form.action, { method: "POST", body });
    // One's own move is written already.
    const last = findOptional("last", HTMLElement);
    if (last && last.dataset.cell !== cell.dataset.cell) last.dataset.fresh = "";
  } catch (error) {
    cell.dataset.mark = "";
    board.dataset.ghost = ghost;
    throw error;
  }
}

// Goes on with the same move on the page without a connection, which is kept for that.
/** @param {FormData} chosen @param {HTMLButtonElement} cell */
async function goOnOffline(chosen, cell) {
  const kept = await caches.match("/offline/");
  if (!kept || chosen.has("moves")) throw new Error("No page goes on with this game");
  const page = new DOMParser().parseFromString(await kept.text(), "text/html");
  await addLinks(page);
  const moves = [Number(cell.dataset.cell)];
  const game = { board: chosen.get("board"), opponent: "easy", moves };
  attempt(() => localStorage.setItem("offline-game", JSON.stringify(game)));
  putPage(page);
}

// Give the focus, which went with the page before, to what shows the choice now.
/** @param {HTMLElement} link in a menu, on the sheet of boards, or in their row */
function choose(link) {
  bindBoard();
  const menu = link.closest("details, [popover]")?.id;
  const shown = document.querySelector(
    menu ? `#${menu} summary, [popovertarget="${menu}"]` : ".boards [aria-current]",
  );
  if (shown instanceof HTMLElement) shown.focus({ preventScroll: true });
}

bindBoard();
bindSwaps(choose, (link) => link instanceof HTMLAnchorElement && location.assign(link.href));
bindLinks(document, "[data-open-class]", ({ href }) => {
  import("../tournaments/open.js")
    .then(({ toggle }) => toggle())
    .catch(() => location.assign(href));
});

// Other pages link to the choices, as in /#friend.
const linked = document.getElementById(location.hash.slice(1));
if (linked?.popover) linked.showPopover();
