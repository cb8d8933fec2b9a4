// Shows where one is: the position with its numbers and words, and the way to it.

import { find, findAll, findOptional, setAttribute } from "../../dom.js";
import { gettext } from "../../words.js";

/**
 * @param {HTMLElement} node
 * @param {boolean} isOpen whether the search is still below it
 */
export function showHere(node, isOpen) {
  /** @type {DOMStringMap} */
  const words = { ...node.dataset };
  if (isOpen) {
    words.result = "…";
    words.favours = "";
    words.reason = gettext("The search has come here, and tries the moves one after the other.");
  }
  for (const place of findAll("here-text", HTMLElement)) {
    place.textContent = words[place.dataset.hereText ?? ""] ?? "";
  }
  find('here-text="result"', HTMLElement).dataset.favours = words.favours;
  find("here-picture", HTMLElement).replaceChildren(pictureOf(node));
  drawScale(node, isOpen);
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
  scale?.querySelector("line")?.setAttribute("x1", alpha);
  scale?.querySelector("line")?.setAttribute("x2", beta);
  scale?.querySelector("circle")?.toggleAttribute("hidden", isOpen || value === undefined);
  if (value !== undefined) scale?.querySelector("circle")?.setAttribute("cx", value);
}

/** @param {HTMLElement[]} way from the root to the current node */
export function showTrail(way) {
  const list = find("trail", HTMLElement);
  const model = find("jump", HTMLElement, list).closest("li");
  if (!model) return;
  list.replaceChildren(...way.map((node) => makeStep(model, node, node === way.at(-1))));
  list.scrollLeft = list.scrollWidth;
}

/**
 * @param {HTMLLIElement} model
 * @param {HTMLElement} node
 * @param {boolean} isCurrent
 */
function makeStep(model, node, isCurrent) {
  const step = /** @type {HTMLLIElement} */ (model.cloneNode(true));
  const link = find("jump", HTMLAnchorElement, step);
  link.href = find("link", HTMLAnchorElement, node).href;
  link.dataset.jump = node.dataset.path;
  setAttribute(link, "aria-current", isCurrent ? "step" : null);
  link.querySelector("svg")?.replaceWith(pictureOf(node));
  find("jump-move", HTMLElement, link).textContent = node.dataset.move ?? "";
  return step;
}

/** @param {HTMLElement} node */
function pictureOf(node) {
  const picture = node.querySelector("svg");
  if (!picture) throw new Error("A node of the tree has no picture");
  return picture.cloneNode(true);
}
