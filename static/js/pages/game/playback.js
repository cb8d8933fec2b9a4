// Plays the moves of a game one by one, as one would by pressing "One move on" again and again.

import { isTyping } from "../../board-input.js";
import * as elements from "./elements.js";
import { isLatestShown, shownPly } from "./state.js";

/** @import { Store } from "./store.js"; */

const PACE = 1000; // milliseconds from one move to the next
const KEY = "w";

/**
 * Bind the button and the key that play the moves and pause. Whatever else shows another position pauses too.
 *
 * @param {Store} store
 */
export function bindPlayback(store) {
  const { state } = store;
  const button = elements.playback;
  /** @type {number | undefined} */
  let timer;
  let expected = 0; // the ply that is shown unless somebody steps

  const pause = () => {
    clearInterval(timer);
    timer = undefined;
    button.setAttribute("aria-pressed", "false");
  };

  /** @param {number} ply */
  const show = (ply) => {
    expected = Math.min(ply, state.game.ply);
    store.view(ply);
  };

  const play = () => {
    timer = setInterval(() => show(shownPly(state) + 1), PACE);
    button.setAttribute("aria-pressed", "true");
    show(isLatestShown(state) ? 0 : shownPly(state) + 1);
  };

  const toggle = () => {
    if (timer !== undefined) pause();
    else if (state.game.ply > 0) play();
  };

  store.addEventListener("change", () => {
    if (timer !== undefined && (isLatestShown(state) || shownPly(state) !== expected)) pause();
  });
  button.addEventListener("click", toggle);
  document.addEventListener("keydown", (event) => {
    if (event.key === KEY && !isTyping(event) && !event.repeat) toggle();
  });
  button.hidden = false;
}
