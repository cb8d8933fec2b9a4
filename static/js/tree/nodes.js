// The nodes of the tree as elements of the page. Those below a node are fetched when it is unfolded, and dropped when
// it is folded, so that the page stays small however large the tree is.

import { find, findAll, findOptional } from "../dom.js";
import { gettext } from "../words.js";

/** @param {Element} node */
export const parentOf = (node) => closestNode(node.parentElement);

/** @param {Element | null | undefined} element */
export function closestNode(element) {
  const node = element?.closest("[data-node]");
  return node instanceof HTMLElement ? node : null;
}

/** @param {HTMLElement} node */
export const groupOf = (node) => findOptional("group", HTMLElement, node);

/**
 * Return the nodes directly below one, as far as they are on the page.
 *
 * @param {HTMLElement} node
 */
export function childrenOf(node) {
  const children = groupOf(node)?.children ?? [];
  return [...children]
    .filter((child) => child instanceof HTMLElement && "node" in child.dataset)
    .map((child) => /** @type {HTMLElement} */ (child));
}

/** @param {HTMLElement} node */
export const isFoldable = (node) => "foldable" in node.dataset;

/** @param {HTMLElement} node */
export const isUnfolded = (node) => "unfolded" in node.dataset;

export class Tree extends EventTarget {
  /** @type {HTMLElement} */
  current;

  /**
   * @param {HTMLElement} list
   * @param {string} address of the nodes below one, to which its path is added
   */
  constructor(list, address) {
    super();
    this.list = list;
    this.address = address;
    this.root = find("node", HTMLElement, list);
    this.current = findOptional("current", HTMLElement, list) ?? this.root;
    list.setAttribute("role", "tree");
    list.setAttribute("aria-label", list.dataset.label ?? "");
    this.describe(list);
    this.mark();
  }

  /**
   * Tell screen readers of the nodes in a list what each is.
   *
   * @param {HTMLElement} list
   */
  describe(list) {
    for (const item of list.querySelectorAll("li")) {
      item.setAttribute("role", "treeitem");
      item.setAttribute("aria-label", item.dataset.label ?? "");
      item.setAttribute("aria-level", item.dataset.level ?? String(this.levelBelow(item)));
      item.tabIndex = -1;
      if (isFoldable(item)) item.setAttribute("aria-expanded", String(isUnfolded(item)));
    }
    for (const group of list.querySelectorAll("ul")) group.setAttribute("role", "group");
    if (list !== this.list) list.setAttribute("role", "group");
    for (const link of list.querySelectorAll("a")) link.tabIndex = -1;
  }

  /** @param {HTMLElement} item */
  levelBelow(item) {
    return Number(parentOf(item)?.dataset.level ?? 0) + 1;
  }

  /**
   * Unfold a node; its children come from the server unless they are there.
   *
   * @param {HTMLElement} node
   */
  async unfold(node) {
    if (!isFoldable(node) || isUnfolded(node)) return;
    node.setAttribute("aria-busy", "true");
    try {
      const group = groupOf(node) ?? (await this.fetchGroup(node.dataset.path ?? ""));
      if (!groupOf(node)) node.append(group);
      this.describe(group);
      node.dataset.unfolded = "";
      node.setAttribute("aria-expanded", "true");
    } finally {
      node.removeAttribute("aria-busy");
    }
    this.mark();
  }

  /** @param {string} path */
  async fetchGroup(path) {
    const response = await fetch(`${this.address}&path=${path}`);
    if (!response.ok) throw new Error(await messageOf(response));
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const group = document.importNode(find("group", HTMLElement, page), true);
    group.removeAttribute("data-shown");
    for (const node of findAll("node", HTMLElement, group)) node.removeAttribute("data-on-path");
    return group;
  }

  /** @param {HTMLElement} node */
  fold(node) {
    const hadFocus = node.contains(document.activeElement);
    groupOf(node)?.remove();
    delete node.dataset.unfolded;
    if (isFoldable(node)) node.setAttribute("aria-expanded", "false");
    if (node.contains(this.current) || !this.current.isConnected) this.current = node;
    this.mark();
    if (hadFocus) node.focus();
  }

  /** Fold all but the way to the current node. */
  foldOthers() {
    for (const node of findAll("unfolded", HTMLElement, this.list)) {
      if (node.isConnected && !node.contains(this.current)) this.fold(node);
    }
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

  /** @param {HTMLElement} node */
  select(node) {
    this.current = node;
    this.mark();
    this.dispatchEvent(new Event("select"));
  }

  /** Mark the current node, the way to it, and the one level that a narrow screen shows. */
  mark() {
    for (const hook of ["current", "on-path", "shown"]) {
      for (const marked of findAll(hook, HTMLElement, this.list))
        marked.removeAttribute(`data-${hook}`);
    }
    for (const old of this.list.querySelectorAll("[aria-selected=true], [tabindex='0']")) {
      old.removeAttribute("aria-selected");
      old.setAttribute("tabindex", "-1");
    }
    const level = isUnfolded(this.current) ? this.current : parentOf(this.current);
    if (level) groupOf(level)?.setAttribute("data-shown", "");
    this.current.dataset.current = "";
    this.current.setAttribute("aria-selected", "true");
    this.current.tabIndex = 0;
    for (const node of this.way()) node.dataset.onPath = "";
  }

  /** Return the nodes from the root to the current one. */
  way() {
    const way = [];
    for (let node = /** @type {HTMLElement | null} */ (this.current); node; node = parentOf(node)) {
      way.unshift(node);
    }
    return way;
  }
}

/** @param {Response} response */
async function messageOf(response) {
  try {
    return (await response.json()).message;
  } catch {
    return gettext("This did not work. Try again in a moment.");
  }
}
