// The keys of the tree, as people know them from trees elsewhere: arrows, Home, End and Enter.

import { groupOf } from "./search-tree.js";

/** @import { SearchTree } from "./search-tree.js"; */

/**
 * @param {SearchTree} tree
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
 * @param {SearchTree} tree
 * @param {HTMLElement} item
 * @param {(item: HTMLElement) => void} choose
 * @returns {Record<string, () => void | Promise<void>>}
 */
function actions(tree, item, choose) {
  const items = tree.items().filter(isVisible);
  const place = items.indexOf(item);
  const isUnfolded = groupOf(item) !== null;
  const above = /** @type {HTMLElement | null | undefined} */ (item.parentElement?.closest("li"));
  return {
    ArrowDown: () => focus(tree, items[place + 1]),
    ArrowUp: () => focus(tree, items[place - 1]),
    Home: () => focus(tree, items[0]),
    End: () => focus(tree, items.at(-1)),
    ArrowRight: () => (isUnfolded ? focus(tree, items[place + 1]) : tree.unfold(item)),
    ArrowLeft: () => (isUnfolded ? tree.fold(item) : focus(tree, above)),
    Enter: () => choose(item),
    " ": () => choose(item),
  };
}

/** @param {HTMLElement} item */
const isVisible = (item) => (item.firstElementChild?.getClientRects().length ?? 0) > 0;

/**
 * Give an item the focus, and make it the one to which the Tab key comes back.
 *
 * @param {SearchTree} tree
 * @param {HTMLElement | null | undefined} item
 */
export function focus(tree, item) {
  if (!item) return;
  for (const other of tree.items()) other.tabIndex = other === item ? 0 : -1;
  item.focus();
}
