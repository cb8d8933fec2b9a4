// Boards with a line of play: steps through it without loading the page anew. Without scripts the same links do it.

import { isTyping } from "./board-input.js";
import { closest, find, findAll, opensElsewhere, setAttribute } from "./dom.js";
import { drawPosition } from "./position.js";

/**
 * One position, as games/presentation/stepper.py writes it.
 *
 * @typedef {object} Step
 * @property {("X" | "O" | "")[]} marks by cell
 * @property {string[]} threats the marks that would complete a line, by cell
 * @property {number | null} last the cell of the last move
 * @property {number[]} line the cells of the line that ended the game
 * @property {string} words
 * @property {string} play the address to play on from here, empty at the end of a game
 */

/** @typedef {"first" | "back" | "on" | "last"} Direction */

/** @type {Record<string, Direction>} */
const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "on",
  "[": "back",
  "]": "on",
  Home: "first",
  End: "last",
};

class Stepper {
  #root;
  #board;
  #cells;
  #links;
  /** @type {Step[]} */
  #steps;
  #shown;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    this.#board = find("board", HTMLElement, root);
    this.#cells = findAll("cell", HTMLElement, root);
    this.#links = findAll("step", HTMLAnchorElement, root);
    this.#steps = JSON.parse(root.querySelector("script")?.textContent ?? "[]");
    this.#shown = Number(root.dataset.shown);
    this.#board.addEventListener("click", () => this.#stepRound());
    for (const link of this.#links) {
      link.addEventListener("click", (event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        this.go(/** @type {Direction} */ (link.dataset.step));
      });
    }
  }

  /** Step on, and from the end to the beginning: a press on the board never does nothing. */
  #stepRound() {
    this.go(this.#shown === this.#steps.length - 1 ? "first" : "on");
  }

  /** @param {Direction} direction */
  go(direction) {
    const last = this.#steps.length - 1;
    const number = { first: 0, back: this.#shown - 1, on: this.#shown + 1, last }[direction];
    const step = this.#steps[number];
    if (!step || number === this.#shown) return;
    this.#draw(step, number > this.#shown);
    this.#shown = number;
    this.#drawLinks();
    history.replaceState(null, "", this.#addressOf(number));
  }

  /** @param {number} number of a step */
  #addressOf(number) {
    return `${this.#root.dataset.address}${number}#${this.#root.id}`;
  }

  /**
   * @param {Step} step
   * @param {boolean} isForward whether the last mark is written as one looks
   */
  #draw(step, isForward) {
    drawPosition(this.#board, this.#cells, step, isForward);
    find("words", HTMLElement, this.#root).textContent = step.words;
    const play = find("play", HTMLAnchorElement, this.#root);
    play.hidden = !step.play;
    play.href = step.play;
  }

  #drawLinks() {
    const last = this.#steps.length - 1;
    find("shown-step", HTMLElement, this.#root).textContent = String(this.#shown);
    for (const link of this.#links) {
      const isBack = link.dataset.step === "first" || link.dataset.step === "back";
      setAttribute(link, "aria-disabled", this.#shown === (isBack ? 0 : last) || null);
      if (link.dataset.step === "back") link.href = this.#addressOf(Math.max(0, this.#shown - 1));
      if (link.dataset.step === "on") link.href = this.#addressOf(Math.min(last, this.#shown + 1));
    }
  }
}

/** @type {WeakMap<HTMLElement, Stepper>} */
const steppers = new WeakMap();

/** Bind the boards with a line of play that the page has. */
export function bindSteppers() {
  for (const root of findAll("stepper", HTMLElement)) steppers.set(root, new Stepper(root));
}

bindSteppers();

// The keys step where the focus is.
document.addEventListener("keydown", (event) => {
  const root = closest(event.target, "[data-stepper]", HTMLElement);
  const direction = KEYS[event.key];
  if (!root || !direction || isTyping(event)) return;
  event.preventDefault();
  steppers.get(root)?.go(direction);
});
