// The page of one's own player: what is set shows at once what it changes. Without this a button asks for it.

import { bindArrows } from "../keys.js";
import { cellsOf } from "../cells.js";
import { find } from "../dom.js";
import { fetchPage, takeContent } from "../swap-page.js";

const form = find("settings", HTMLFormElement);
let asked = ""; // the address of the settings asked for last

form.addEventListener("input", () => {
  const settings = /** @type {any} */ (new FormData(form));
  if (form.checkValidity()) void show(`?${new URLSearchParams(settings)}`);
});
form.addEventListener("change", () => form.reportValidity());
bindBoard();

/** @param {string} address */
async function show(address) {
  asked = address;
  const { page } = await fetchPage(address);
  // Another setting may have been asked for meanwhile.
  if (asked !== address) return;
  history.replaceState(null, "", address);
  for (const hook of ["position", "why", "presets", "ways", "match"]) takeContent(hook, page);
  bindBoard();
}

function bindBoard() {
  const board = find("board", HTMLElement);
  bindArrows(cellsOf(board, HTMLElement), Number(board.dataset.width));
}
