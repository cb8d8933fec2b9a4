// The steps of the walk: the search arrives at a node, walks through those below it, and leaves it with a value.
// A node with nothing below it is left as soon as the search arrives.

import { childrenOf, parentOf } from "./nodes.js";

/** @typedef {{ node: HTMLElement, isLeaving: boolean }} Step */

/** @import { Tree } from "./nodes.js"; */

/** @param {HTMLElement} node */
export const hasBelow = (node) => Number(node.dataset.nodes) > 1;

/**
 * Return the step after one, null after the last.
 *
 * @param {Tree} tree
 * @param {Step} step
 * @returns {Promise<Step | null>}
 */
export async function stepOn(tree, { node, isLeaving }) {
  if (!isLeaving && hasBelow(node)) {
    await tree.unfold(node);
    const [first] = childrenOf(node);
    return first ? arrive(first) : leave(node);
  }
  const sibling = neighbour(node, 1);
  if (sibling) return arrive(sibling);
  const parent = parentOf(node);
  return parent && leave(parent);
}

/**
 * Return the step before one, null before the first.
 *
 * @param {Tree} tree
 * @param {Step} step
 * @returns {Promise<Step | null>}
 */
export async function stepBack(tree, { node, isLeaving }) {
  if (isLeaving) {
    await tree.unfold(node);
    const last = childrenOf(node).at(-1);
    return last ? lastStepIn(last) : arrive(node);
  }
  const sibling = neighbour(node, -1);
  if (sibling) return lastStepIn(sibling);
  const parent = parentOf(node);
  return parent && arrive(parent);
}

/**
 * Return how a node stands after a step: not reached, under way, or done.
 *
 * @param {HTMLElement} node
 * @param {Step} step
 * @returns {"ahead" | "open" | "done"}
 */
export function stateOf(node, step) {
  const number = Number(node.dataset.number);
  const reached =
    Number(step.node.dataset.number) + (step.isLeaving ? Number(step.node.dataset.nodes) : 1);
  if (number >= reached) return "ahead";
  if (node === step.node) return step.isLeaving || !hasBelow(node) ? "done" : "open";
  return node.contains(step.node) ? "open" : "done";
}

/** @param {HTMLElement} node */
const arrive = (node) => ({ node, isLeaving: false });

/** @param {HTMLElement} node */
const leave = (node) => ({ node, isLeaving: true });

/** @param {HTMLElement} node */
const lastStepIn = (node) => (hasBelow(node) ? leave(node) : arrive(node));

/**
 * @param {HTMLElement} node
 * @param {1 | -1} direction
 */
function neighbour(node, direction) {
  const parent = parentOf(node);
  if (!parent) return undefined;
  const siblings = childrenOf(parent);
  return siblings[siblings.indexOf(node) + direction];
}
