// Starts the page of the search tree. It works without this by links: the scripts unfold nodes in place, walk through
// them, and bring the keys of a tree.

import { bindArrows } from "../board-keys.js";
import { find, findAll, findOptional } from "../dom.js";
import { fillCounts } from "./counts.js";
import { showHere, showTrail, speakHere } from "./here.js";
import { bindKeys, focus } from "./keys.js";
import { closestNode, isUnfolded, Tree } from "./nodes.js";
import { hasBelow } from "./steps.js";
import { Walker } from "./walker.js";

const page = find("tree-page", HTMLElement);
const setup = find("setup", HTMLElement);
const list = findOptional("tree", HTMLElement);

bindArrows(findAll("cell", HTMLElement, setup), Number(setup.dataset.width));
for (const form of findAll("submit-on-change", HTMLFormElement)) {
  form.addEventListener("change", () => form.submit());
}
if (list) start(list);
void fillCounts(page.dataset.count ?? "");

/** @param {HTMLElement} treeList */
function start(treeList) {
  const alert = find("tree-alert", HTMLElement);
  const tree = new Tree(treeList, page.dataset.nodes ?? "");
  const walker = new Walker(tree, fail);
  bindKeys(tree, (item) => void choose(item));
  treeList.addEventListener("click", (event) => void click(event));
  page.addEventListener("click", jump);
  tree.addEventListener("select", draw);

  function draw() {
    const node = tree.current;
    const isOpen = walker.step !== null && !walker.step.isLeaving && hasBelow(node);
    speakHere(walker.step !== null && !walker.isPlaying);
    showHere(node, isOpen);
    showTrail(tree.way());
    alert.hidden = true;
    history.replaceState(null, "", node.querySelector("a")?.href);
  }

  /** @param {unknown} error */
  function fail(error) {
    walker.pause();
    alert.textContent = error instanceof Error ? error.message : String(error);
    alert.hidden = false;
  }

  /** @param {MouseEvent} event */
  async function click(event) {
    const target = event.target instanceof Element ? event.target : null;
    const node = closestNode(target);
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!node || isElsewhere || target?.closest("[data-rest]")) return;
    event.preventDefault();
    if (target?.closest("[data-fold]") && isUnfolded(node)) tree.fold(node);
    else await choose(node);
  }

  /**
   * Go to a node and unfold it; from an item that stands for more, follow its link.
   *
   * @param {HTMLElement} item
   */
  async function choose(item) {
    if (!("node" in item.dataset)) {
      item.querySelector("a")?.click();
      return;
    }
    try {
      walker.stop(item);
      focus(tree, item);
      await tree.unfold(item);
      walker.draw();
    } catch (error) {
      fail(error);
    }
  }

  /** @param {MouseEvent} event */
  function jump(event) {
    const link = event.target instanceof Element ? event.target.closest("a[data-jump]") : null;
    if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goTo(link.dataset.jump ?? "").catch(fail);
  }

  /** @param {string} path */
  async function goTo(path) {
    const node = await tree.open(path);
    walker.stop(node);
    await tree.unfold(node);
    if (node === tree.root) tree.foldOthers();
  }
}
