// Shows where one is: the position with its numbers and words, and the way to it.

import { find, findOptional } from "../dom.js";
import { gettext } from "../words.js";

/**
 * @param {HTMLElement} node
 * @param {boolean} isOpen whether the search is still below it
 */
export function showHere(node, isOpen) {
  const { move = "", at = "", reason = "", favours = "", alpha = "", beta = "" } = node.dataset;
  const result = find("here-result", HTMLElement);
  find("here-picture", HTMLElement).replaceChildren(pictureOf(node));
  find("here-move", HTMLElement).textContent = move;
  find("here-number", HTMLElement).textContent = at;
  result.textContent = isOpen ? "…" : (node.dataset.result ?? "");
  result.dataset.favours = isOpen ? "" : favours;
  find("here-reason", HTMLElement).textContent = isOpen
    ? gettext("The search has come here, and tries the moves one after the other.")
    : reason;
  drawScale(node, isOpen);
  for (const [name, text] of Object.entries({ alpha, beta })) {
    const place = findOptional(`here-${name}`, HTMLElement);
    if (place) place.textContent = text;
  }
}

/**
 * Show alpha and beta as a stroke, and the value as a dot once there is one.
 *
 * @param {HTMLElement} node
 * @param {boolean} isOpen
 */
function drawScale(node, isOpen) {
  const scale = findOptional("here-scale", HTMLElement);
  const [alpha = "", beta = "", value] = node.dataset.places?.split(" ") ?? [];
  const band = scale?.querySelector("line");
  const point = scale?.querySelector("circle");
  if (!band || !point) return;
  band.setAttribute("x1", alpha);
  band.setAttribute("x2", beta);
  point.toggleAttribute("hidden", isOpen || value === undefined);
  if (value !== undefined) point.setAttribute("cx", value);
}

/**
 * Let screen readers say what is shown, or be silent while it changes by itself or they are told anyway.
 *
 * @param {boolean} isSpoken
 */
export function speakHere(isSpoken) {
  find("here", HTMLElement).setAttribute("aria-live", isSpoken ? "polite" : "off");
}

/** @param {HTMLElement[]} way from the root to the current node */
export function showTrail(way) {
  const list = find("trail", HTMLElement).querySelector("ol");
  const model = list?.querySelector("li");
  if (!list || !model) return;
  list.replaceChildren(
    ...way.map((node, place) => makeStep(model, node, place === way.length - 1)),
  );
  list.scrollLeft = list.scrollWidth;
}

/**
 * @param {HTMLLIElement} model
 * @param {HTMLElement} node
 * @param {boolean} isCurrent
 */
function makeStep(model, node, isCurrent) {
  const step = /** @type {HTMLLIElement} */ (model.cloneNode(true));
  const link = step.querySelector("a");
  const name = step.querySelector("span");
  if (!link || !name) throw new Error("A step of the way here is not complete");
  link.href = node.querySelector("a")?.href ?? "";
  link.dataset.jump = node.dataset.path ?? "";
  if (isCurrent) link.setAttribute("aria-current", "step");
  else link.removeAttribute("aria-current");
  link.querySelector("svg")?.replaceWith(pictureOf(node));
  name.textContent = node.dataset.move ?? "";
  return step;
}

/** @param {HTMLElement} node */
function pictureOf(node) {
  const picture = node.querySelector("svg");
  if (!picture) throw new Error("A node of the tree has no picture");
  return picture.cloneNode(true);
}
