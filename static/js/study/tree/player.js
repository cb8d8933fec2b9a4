// Goes through the tree as the search did: step by step, forwards and backwards, or by itself.

import { closest, find, findAll, findOptional } from "../../dom.js";
import { groupOf } from "./search-tree.js";
import { stateOf, stepFrom } from "./steps.js";

/** @import { SearchTree } from "./search-tree.js"; */
/** @import { Step } from "./steps.js"; */

export class Player {
  /** @type {Step | null} null while nobody goes through the tree: then all of it is done */
  step = null;
  /** @type {number | undefined} of the timer of the next step */
  timer;
  isBusy = false; // with a step for which nodes are fetched

  /**
   * @param {SearchTree} tree
   * @param {(error: unknown) => void} onFailure
   */
  constructor(tree, onFailure) {
    this.tree = tree;
    this.onFailure = onFailure;
    const root = find("player", HTMLElement);
    this.playButton = find('step="play"', HTMLButtonElement, root);
    this.speed = find("speed", HTMLSelectElement, root);
    root.addEventListener("click", (event) => this.press(event));
  }

  get isPlaying() {
    return this.timer !== undefined;
  }

  /** @param {MouseEvent} event */
  press({ target }) {
    const button = closest(target, "[data-step]", HTMLElement);
    if (!button) return;
    const wasPlaying = this.isPlaying;
    this.pause();
    const { step } = button.dataset;
    if (step === "play" && !wasPlaying) this.play();
    if (step === "on") void this.move(1);
    if (step === "back") void this.move(-1);
    if (step === "first") this.show({ node: this.tree.root, isLeaving: false });
    if (step === "last") this.stop(this.tree.root);
  }

  play() {
    this.playButton.setAttribute("aria-pressed", "true");
    const next = async () => {
      const isOver = !(await this.move(1));
      if (isOver) this.pause();
      else if (this.isPlaying) this.timer = setTimeout(next, Number(this.speed.value));
    };
    this.timer = setTimeout(next, 0);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.playButton.setAttribute("aria-pressed", "false");
  }

  /**
   * Take a step, the first one at the current node; return whether there was one.
   *
   * @param {1 | -1} direction
   */
  async move(direction) {
    if (this.isBusy) return true;
    this.isBusy = true;
    try {
      const step = this.step
        ? await stepFrom(this.tree, this.step, direction)
        : { node: this.tree.current, isLeaving: false };
      if (step) this.show(step);
      else if (direction === 1) this.stop(this.tree.root);
      return step !== null;
    } catch (error) {
      this.onFailure(error);
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  /** @param {Step} step */
  show(step) {
    this.step = step;
    this.tree.current = step.node;
    if (!step.isLeaving) groupOf(step.node)?.remove();
    this.tree.foldOthers();
    this.reveal(step.node);
  }

  /**
   * Show the finished tree at a node.
   *
   * @param {HTMLElement} node
   */
  stop(node) {
    this.pause();
    this.step = null;
    this.tree.select(node);
    this.reveal(node);
  }

  /**
   * Scroll the tree, never the page, until a node is in view.
   *
   * @param {HTMLElement} node
   */
  reveal(node) {
    const { list } = this.tree;
    const frame = list.getBoundingClientRect();
    const row = (node.firstElementChild ?? node).getBoundingClientRect();
    if (list.scrollHeight <= list.clientHeight) return;
    if (row.top < frame.top) list.scrollTop += row.top - frame.top - row.height;
    else if (row.bottom > frame.bottom) list.scrollTop += row.bottom - frame.bottom + row.height;
  }

  /**
   * Draw what is ahead, what is under way and what is done; and in each node the window of the search as it is now. A
   * node that is under way passes its own on to the one below that the search is in.
   */
  draw() {
    const { step } = this;
    const way = step ? this.tree.way() : [];
    for (const node of findAll("node", HTMLElement, this.tree.list)) {
      node.dataset.state = step ? stateOf(node, step) : "done";
      const inside = way.includes(node) ? way[way.indexOf(node) + 1] : undefined;
      drawWindow(node, inside ?? node);
    }
  }
}

/**
 * @param {HTMLElement} node
 * @param {HTMLElement} source of its window
 */
function drawWindow(node, { dataset: { alpha = "", beta = "" } }) {
  for (const [name, text] of Object.entries({ alpha, beta })) {
    const place = findOptional(`${name}-text`, HTMLElement, node);
    if (place) place.textContent = text;
  }
}
