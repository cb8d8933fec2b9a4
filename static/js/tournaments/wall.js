// Boards on the wall keep their places: where one goes, the next fades in. The address says which are on.

import { findAll } from "../dom.js";

/** @type {(string | undefined)[]} */
let places = []; // the game in each

function arrange() {
  const boards = findAll("live", HTMLElement);
  const shown = new Set(boards.map(({ dataset }) => dataset.live));
  const kept = places.map((game) => (shown.has(game) ? game : undefined));
  for (const board of boards) {
    const game = board.dataset.live;
    if (!kept.includes(game)) {
      const free = kept.indexOf(undefined);
      kept[free < 0 ? kept.length : free] = game;
      board.classList.toggle("came", places.length > 0);
    }
    board.style.order = String(kept.indexOf(game));
  }
  places = kept;
  if (boards.length > 0) history.replaceState(history.state, "", `?on=${places.join("+")}`);
}

new MutationObserver(arrange).observe(document.body, { childList: true }); // the page is put anew
arrange();
