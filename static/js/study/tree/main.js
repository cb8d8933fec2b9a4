// Starts the page of the search tree. It works without this by links: the scripts unfold nodes in place, step through
// them, and bring the keys of a tree.

import { bindLinks, find, findAll, findOptional, opensElsewhere } from "../../dom.js";
import { bindArrows } from "../../form-board.js";
import { showHere, showTrail } from "./here.js";
import { bindKeys, focus } from "./keys.js";
import { Player } from "./player.js";
import { closestNode, groupOf, SearchTree } from "./search-tree.js";
import { hasBelow } from "./steps.js";

const page = find("tree-page", HTMLElement);
const setup = find("setup", HTMLElement);
const list = findOptional("tree", HTMLElement);

bindArrows(findAll("cell", HTMLElement, setup), Number(setup.dataset.width));
for (const form of findAll("submit-on-change", HTMLFormElement)) {
  form.addEventListener("change", () => form.submit());
}
if (list) start(list);
void fillCounts();

/** @param {HTMLElement} treeList */
function start(treeList) {
  const alert = find("tree-alert", HTMLElement);
  const tree = new SearchTree(treeList, page.dataset.nodes ?? "");
  const player = new Player(tree, fail);
  tree.onChange = draw;
  bindKeys(tree, (item) => void choose(item));
  treeList.addEventListener("click", click);
  bindLinks(page, "[data-jump]", ({ dataset }) => void goTo(dataset.jump ?? "").catch(fail));

  function draw() {
    const node = tree.current;
    const { step, isPlaying } = player;
    tree.draw();
    player.draw();
    // Screen readers are told of each step, unless steps follow by themselves or the focus tells of the node anyway.
    find("here", HTMLElement).setAttribute("aria-live", step && !isPlaying ? "polite" : "off");
    showHere(node, step !== null && !step.isLeaving && hasBelow(node));
    showTrail(tree.way());
    alert.hidden = true;
    const { href } = find("link", HTMLAnchorElement, node);
    if (href !== location.href) history.replaceState(null, "", href);
  }

  /** @param {unknown} error */
  function fail(error) {
    player.pause();
    alert.textContent = error instanceof Error ? error.message : String(error);
    alert.hidden = false;
  }

  /** @param {MouseEvent} event */
  function click(event) {
    const target = event.target instanceof Element ? event.target : null;
    const node = closestNode(target);
    if (!node || opensElsewhere(event) || target?.closest("[data-rest]")) return;
    event.preventDefault();
    if (target?.closest("[data-fold]") && groupOf(node)) tree.fold(node);
    else void choose(node);
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
    player.stop(item);
    focus(tree, item);
    await tree.unfold(item).catch(fail);
  }

  /** @param {string} path */
  async function goTo(path) {
    const node = await tree.open(path);
    player.stop(node);
    await tree.unfold(node);
    if (node === tree.root) tree.foldOthers();
  }
}

/** Count the positions that the other ways to search visit: from the last on, as those are the quickest. */
async function fillCounts() {
  const places = findAll("count-of", HTMLElement).filter((place) => place.textContent === "?");
  for (let place = places.pop(); place; place = places.pop()) {
    place.textContent = "…";
    // oxlint-disable-next-line no-await-in-loop -- the server searches one after the other
    place.textContent = await countOf(place.dataset.countOf ?? "").catch(() => "?");
  }
}

/**
 * @param {string} query
 * @returns {Promise<string>}
 */
async function countOf(query) {
  const response = await fetch(`${page.dataset.count}?${query}`);
  return response.ok ? (await response.json()).count : "?";
}
