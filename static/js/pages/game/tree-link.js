// The link to the search from the position that is shown: once the game is over, or as one looks back.

import { cellName } from "./board.js";
import * as elements from "./elements.js";
import { shownPly } from "./state.js";

/** @import { PageState } from "./state.js"; */

const ENDS_ON_THE_BOARD = new Set(["line", "full"]);

/** @param {PageState} state */
export function drawTreeLink(state) {
  const { treeLink: link } = elements;
  if (!link) return;
  link.hidden = state.viewedPly === null && !state.game.outcome;
  const moves = state.game.moves.slice(0, searchedPly(state)).map(cellName);
  const address = new URL(link.href);
  address.searchParams.set("moves", moves.join("-"));
  link.href = address.href;
}

/**
 * Return the number of moves after which it is searched: after the last one there is nothing to search.
 *
 * @param {PageState} state
 */
function searchedPly(state) {
  const { outcome, ply } = state.game;
  const isOver = outcome !== null && ENDS_ON_THE_BOARD.has(outcome.reason);
  return isOver ? Math.min(shownPly(state), ply - 1) : shownPly(state);
}
