// Walks through the tree as the search did: step by step, forwards and backwards, or by itself.

import { find, findAll, findOptional } from "../dom.js";
import { stateOf, stepBack, stepOn } from "./steps.js";
import { childrenOf } from "./nodes.js";

/** @import { Tree } from "./nodes.js"; */
/** @import { Step } from "./steps.js"; */

export class Walker {
  /** @type {Step | null} null while nobody walks: then the whole tree is done */
  step = null;
  /** @type {number | undefined} of the timer of the next step */
  timer;
  isBusy = false; // with a step for which nodes are fetched

  /**
   * @param {Tree} tree
   * @param {(error: unknown) => void} onFailure
   */
  constructor(tree, onFailure) {
    this.tree = tree;
    this.onFailure = onFailure;
    const root = find("walker", HTMLElement);
    this.playButton = find('walk="play"', HTMLButtonElement, root);
    this.speed = find("speed", HTMLSelectElement, root);
    root.addEventListener("click", (event) => this.press(event));
    root.hidden = false;
  }

  get isPlaying() {
    return this.timer !== undefined;
  }

  /** @param {MouseEvent} event */
  press({ target }) {
    const button = target instanceof Element ? target.closest("[data-walk]") : null;
    if (!(button instanceof HTMLElement)) return;
    const wasPlaying = this.isPlaying;
    this.pause();
    const { walk } = button.dataset;
    if (walk === "play" && !wasPlaying) this.play();
    if (walk === "on") void this.move(stepOn);
    if (walk === "back") void this.move(stepBack);
    if (walk === "first") this.show({ node: this.tree.root, isLeaving: false });
    if (walk === "last") this.stop(this.tree.root);
  }

  play() {
    this.playButton.setAttribute("aria-pressed", "true");
    const next = async () => {
      const isOver = !(await this.move(stepOn));
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
   * Take a step, from the current node if nobody walks yet; return whether there was one.
   *
   * @param {typeof stepOn} take
   */
  async move(take) {
    if (this.isBusy) return true;
    this.isBusy = true;
    try {
      const step = this.step
        ? await take(this.tree, this.step)
        : { node: this.tree.current, isLeaving: false };
      if (step) this.show(step);
      else if (take === stepOn) this.stop(this.tree.root);
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
    this.tree.foldOthers();
    if (!step.isLeaving && childrenOf(step.node).length) this.tree.fold(step.node);
    this.tree.select(step.node);
    this.draw();
    if (this.tree.list.scrollHeight > this.tree.list.clientHeight) reveal(this.tree, step.node);
  }

  /**
   * Walk no more, and go to a node of the finished tree.
   *
   * @param {HTMLElement} node
   */
  stop(node) {
    this.pause();
    this.step = null;
    this.draw();
    this.tree.select(node);
  }

  /** Draw what is ahead, what is under way and what is done. */
  draw() {
    const { step } = this;
    for (const node of findAll("node", HTMLElement, this.tree.list)) {
      const state = step ? stateOf(node, step) : "done";
      node.dataset.state = state;
      for (const rest of node.querySelectorAll(":scope > [data-group] > [data-rest]")) {
        rest.setAttribute("data-state", state === "done" ? "done" : "ahead");
      }
    }
    drawWindows(this.tree, step !== null);
  }
}

/**
 * Show in each node the window of the search as it is now. A node that is under way passes its own on to the one
 * below that the search is in.
 *
 * @param {Tree} tree
 * @param {boolean} isWalking
 */
function drawWindows(tree, isWalking) {
  const way = isWalking ? tree.way() : [];
  for (const node of findAll("node", HTMLElement, tree.list)) {
    const { alpha = "", beta = "" } = (way[way.indexOf(node) + 1] ?? node).dataset;
    const isOnWay = way.includes(node);
    const shown = isOnWay
      ? { alpha, beta }
      : { alpha: node.dataset.alpha, beta: node.dataset.beta };
    for (const [name, text] of Object.entries(shown)) {
      const place = findOptional(`${name}-text`, HTMLElement, node);
      if (place) place.textContent = text ?? "";
    }
  }
}

/**
 * Scroll the tree, never the page, until a node is in view.
 *
 * @param {Tree} tree
 * @param {HTMLElement} node
 */
function reveal(tree, node) {
  const row = node.firstElementChild ?? node;
  const [frame, place] = [tree.list.getBoundingClientRect(), row.getBoundingClientRect()];
  if (place.top < frame.top) tree.list.scrollTop += place.top - frame.top - place.height;
  else if (place.bottom > frame.bottom) {
    tree.list.scrollTop += place.bottom - frame.bottom + place.height;
  }
}
