// The steps of the search: it arrives at a node, searches those below it, and leaves it with a value. A node with
// nothing below it is left as soon as the search arrives.

import { childrenOf, parentOf } from "./search-tree.js";

/** @typedef {{ node: HTMLElement, isLeaving: boolean }} Step */

/** @import { SearchTree } from "./search-tree.js"; */

/** @param {HTMLElement} node */
export const hasBelow = (node) => Number(node.dataset.nodes) > 1;

/**
 * Return the step after one or, backwards, the step before it; null if there is none.
 *
 * @param {SearchTree} tree
 * @param {Step} step
 * @param {1 | -1} direction
 * @returns {Promise<Step | null>}
 */
export async function stepFrom(tree, { node, isLeaving }, direction) {
  const isForward = direction === 1;
  const leadsIn = isForward ? !isLeaving && hasBelow(node) : isLeaving;
  if (leadsIn) await tree.unfold(node);
  const parent = leadsIn ? node : parentOf(node);
  if (!parent) return null;
  const siblings = childrenOf(parent);
  const place = leadsIn
    ? isForward
      ? 0
      : siblings.length - 1
    : siblings.indexOf(node) + direction;
  const next = siblings[place];
  if (next) return { node: next, isLeaving: !isForward && hasBelow(next) };
  return { node: parent, isLeaving: isForward };
}

/**
 * Return how a node stands after a step: not reached, under way, or done.
 *
 * @param {HTMLElement} node
 * @param {Step} step
 * @returns {"ahead" | "open" | "done"}
 */
export function stateOf(node, { node: at, isLeaving }) {
  const reached = Number(at.dataset.number) + (isLeaving ? Number(at.dataset.nodes) : 1);
  if (Number(node.dataset.number) >= reached) return "ahead";
  if (node === at) return isLeaving || !hasBelow(node) ? "done" : "open";
  return node.contains(at) ? "open" : "done";
}
