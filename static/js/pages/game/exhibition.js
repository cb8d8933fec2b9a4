// What the person can do who lets the computer play itself: pause, step, choose the speed, stop.

import * as elements from "./elements.js";
import { bindForm } from "./input.js";
import * as protocol from "./protocol.js";

/** @import { ClientMessage, State } from "./types.js"; */

/** @param {State} game */
export function drawExhibition({ exhibition }) {
  const parts = elements.exhibition;
  if (!parts || !exhibition) return;
  const { is_paused: isPaused, pace } = exhibition;
  for (const [number, label] of parts.labels.entries()) {
    label.toggleAttribute("data-shown", isPaused === (number === 1));
  }
  parts.stepButton.setAttribute("aria-disabled", String(!isPaused));
  for (const button of parts.paces) {
    button.setAttribute("aria-pressed", String(Number(button.value) === pace));
  }
}

/**
 * @param {() => State} current returns the game that is shown
 * @param {(message: ClientMessage) => void} request
 */
export function bindExhibition(current, request) {
  const parts = elements.exhibition;
  if (!parts) return;
  bindForm(parts.form, () =>
    request(current().exhibition?.is_paused ? protocol.resume() : protocol.pause()),
  );
  bindForm(parts.step, () => request(protocol.step(current().ply)));
  bindForm(parts.pace, (button) => {
    if (button instanceof HTMLButtonElement) request(protocol.pace(Number(button.value)));
    parts.speed.open = false;
    parts.speed.querySelector("summary")?.focus();
  });
  bindForm(parts.stop, () => request(protocol.stop()));
}
