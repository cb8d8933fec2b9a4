// The search tree on the page. The nodes below one are fetched when it is unfolded, and dropped when it is folded, so
// that the page stays small however large the tree is.

import { find, findAll, findOptional, setAttribute } from "../../dom.js";
import { gettext } from "../../words.js";

/** @param {Element} node */
export const parentOf = (node) => closestNode(node.parentElement);

/** @param {Element | null | undefined} element */
export function closestNode(element) {
  const node = element?.closest("[data-node]");
  return node instanceof HTMLElement ? node : null;
}

/** @param {HTMLElement} node */
export const groupOf = (node) => findOptional("group", HTMLElement, node);

/** @param {HTMLElement} node */
export const childrenOf = (node) =>
  findAll("node", HTMLElement, node).filter((below) => parentOf(below) === node);

/** @param {HTMLElement} node */
const isFoldable = (node) => "foldable" in node.dataset;

export class SearchTree {
  /** Called after each change, to draw the page. */
  onChange = () => {};

  /**
   * @param {HTMLElement} list
   * @param {string} address of the nodes below one, to which its path is added
   */
  constructor(list, address) {
    this.list = list;
    this.address = address;
    this.root = find("node", HTMLElement, list);
    this.current = findOptional("current", HTMLElement, list) ?? this.root;
    list.setAttribute("role", "tree");
    list.setAttribute("aria-label", list.dataset.label ?? "");
    this.draw();
  }

  /** Return the nodes, and the items that stand for moves without a node. */
  items() {
    return /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll("li")]);
  }

  /**
   * Return the nodes from the root to an item.
   *
   * @param {HTMLElement} item
   */
  way(item = this.current) {
    const way = [];
    for (let node = /** @type {HTMLElement | null} */ (item); node; node = parentOf(node)) {
      way.unshift(node);
    }
    return way;
  }

  /** @param {HTMLElement} node */
  select(node) {
    this.current = node;
    this.onChange();
  }

  /**
   * Fetch the nodes below one, unless they are there.
   *
   * @param {HTMLElement} node
   */
  async unfold(node) {
    if (!isFoldable(node) || groupOf(node)) return;
    node.setAttribute("aria-busy", "true");
    try {
      const group = await this.fetchGroup(node.dataset.path ?? "");
      if (!groupOf(node)) node.append(group);
    } finally {
      node.removeAttribute("aria-busy");
    }
    this.onChange();
  }

  /** @param {string} path */
  async fetchGroup(path) {
    const response = await fetch(`${this.address}&path=${path}`);
    if (!response.ok) {
      const said = await response.json().catch(() => ({}));
      throw new Error(said.message ?? gettext("This did not work. Try again in a moment."));
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return document.importNode(find("group", HTMLElement, page), true);
  }

  /** @param {HTMLElement} node */
  fold(node) {
    const group = groupOf(node);
    const hadFocus = group?.contains(document.activeElement);
    group?.remove();
    if (!this.current.isConnected) this.current = node;
    this.onChange();
    if (hadFocus) node.focus();
  }

  /** Drop all nodes but those on the way to the current one, and beside it. */
  foldOthers() {
    for (const node of findAll("node", HTMLElement, this.list)) {
      if (!node.contains(this.current)) groupOf(node)?.remove();
    }
    this.onChange();
  }

  /**
   * Unfold the way along moves, and return the node at its end.
   *
   * @param {string} path
   */
  async open(path) {
    let node = this.root;
    for (const move of path.split("-").filter(Boolean)) {
      await this.unfold(node); // oxlint-disable-line no-await-in-loop -- each is below the one before
      const next = childrenOf(node).find((child) => child.dataset.path?.endsWith(move));
      if (!next) break;
      node = next;
    }
    return node;
  }

  /** Mark the current node, and tell screen readers. */
  draw() {
    for (const item of this.items()) {
      const isCurrent = item === this.current;
      item.setAttribute("role", "treeitem");
      item.setAttribute("aria-label", item.dataset.label ?? "");
      item.setAttribute("aria-level", String(this.way(item).length));
      setAttribute(item, "aria-expanded", isFoldable(item) ? groupOf(item) !== null : null);
      setAttribute(item, "aria-selected", isCurrent || null);
      item.toggleAttribute("data-current", isCurrent);
      item.tabIndex = isCurrent ? 0 : -1;
    }
    for (const group of findAll("group", HTMLElement, this.list))
      group.setAttribute("role", "group");
    for (const link of this.list.querySelectorAll("a")) link.tabIndex = -1;
  }
}
