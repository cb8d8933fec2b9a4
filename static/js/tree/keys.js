// The keys of the tree, as people know them from trees elsewhere: arrows, Home, End and Enter.

import { isUnfolded } from "./nodes.js";

/** @import { Tree } from "./nodes.js"; */

/**
 * @param {Tree} tree
 * @param {(item: HTMLElement) => void} choose called with the item on which Enter or Space was pressed
 */
export function bindKeys(tree, choose) {
  tree.list.addEventListener("keydown", (event) => {
    const item = event.target;
    if (!(item instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actions(tree, item, choose)[event.key];
    if (!action) return;
    event.preventDefault();
    void action();
  });
}

/**
 * @param {Tree} tree
 * @param {HTMLElement} item
 * @param {(item: HTMLElement) => void} choose
 * @returns {Record<string, () => void | Promise<void>>}
 */
function actions(tree, item, choose) {
  const items = visibleItems(tree);
  const place = items.indexOf(item);
  return {
    ArrowDown: () => focus(tree, items[place + 1]),
    ArrowUp: () => focus(tree, items[place - 1]),
    Home: () => focus(tree, items[0]),
    End: () => focus(tree, items.at(-1)),
    ArrowRight: () => (isUnfolded(item) ? focus(tree, items[place + 1]) : tree.unfold(item)),
    ArrowLeft: () => (isUnfolded(item) ? tree.fold(item) : focus(tree, itemAbove(item))),
    Enter: () => choose(item),
    " ": () => choose(item),
  };
}

/** @param {HTMLElement} item */
function itemAbove(item) {
  const above = item.parentElement?.closest("li");
  return above instanceof HTMLElement ? above : undefined;
}

/** @param {Tree} tree */
function visibleItems(tree) {
  /** @type {HTMLElement[]} */
  const items = [...tree.list.querySelectorAll("li")];
  return items.filter((item) => (item.firstElementChild?.getClientRects().length ?? 0) > 0);
}

/**
 * Give an item the focus, and make it the one to which the Tab key comes back.
 *
 * @param {Tree} tree
 * @param {HTMLElement | undefined} item
 */
export function focus(tree, item) {
  if (!item) return;
  for (const old of tree.list.querySelectorAll("[tabindex='0']"))
    old.setAttribute("tabindex", "-1");
  item.tabIndex = 0;
  item.focus();
}
