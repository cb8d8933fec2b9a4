// A board of the offline page: the cells that the server wrote, the keys that move over them, and what they show.

import { find, findAll, setAttribute } from "../dom.js";
import { strikeThrough } from "../strike.js";
import { markOf, outcomeOf, targetOf } from "./rules.js";

/** @import { Variant } from "./rules.js"; */

export class Board {
  #empty;
  #variant;
  #root;
  #cells;
  #strike;

  /**
   * @param {DocumentFragment} content of the board's template
   * @param {Variant} variant
   * @param {(cell: number) => void} press called with the cell that is pressed
   * @param {string} empty what is said of a cell without a mark
   */
  constructor(content, variant, press, empty) {
    this.#variant = variant;
    this.#empty = empty;
    this.#root = find("board", HTMLElement, content);
    this.#cells = findAll("cell", HTMLButtonElement, content);
    this.#strike = find("strike", SVGLineElement, content);
    for (const [number, cell] of this.#cells.entries()) {
      cell.type = "button";
      cell.disabled = false; // A disabled button would lose the focus.
      cell.addEventListener("click", () => press(number));
      cell.addEventListener("keydown", (event) => this.#move(event, number));
      cell.addEventListener("focus", () => this.#setStop(number));
    }
    const { width, height } = variant;
    this.#setStop(Math.floor(height / 2) * width + Math.floor(width / 2));
  }

  /**
   * Return the name of a cell as it is read aloud, such as "b 2": "b2" may sound like a word.
   *
   * @param {number} number
   */
  nameOf(number) {
    return (this.#cells[number]?.dataset.name ?? "").replace(/^./, "$& ");
  }

  /** @param {number[]} moves */
  draw(moves) {
    const outcome = outcomeOf(this.#variant, moves);
    const line = outcome?.line ?? [];
    const turn = outcome ? null : markOf(moves.length);
    for (const [number, cell] of this.#cells.entries()) this.#drawCell(cell, number, moves, line);
    setAttribute(this.#root, "data-turn", turn);
    setAttribute(this.#root, "data-ghost", turn);
    this.#root.toggleAttribute("data-won", line.length > 0);
    const winning = line[0] === undefined ? null : markOf(moves.indexOf(line[0]));
    setAttribute(this.#strike, "data-mark", winning);
    strikeThrough(this.#strike, line, this.#variant.width);
  }

  /**
   * @param {HTMLButtonElement} cell
   * @param {number} number
   * @param {number[]} moves
   * @param {number[]} line
   */
  #drawCell(cell, number, moves, line) {
    const ply = moves.indexOf(number);
    const mark = ply < 0 ? "" : markOf(ply);
    const isLast = ply >= 0 && ply === moves.length - 1;
    cell.toggleAttribute("data-fresh", isLast && cell.dataset.mark === "");
    cell.dataset.mark = mark;
    cell.toggleAttribute("data-last", isLast);
    setAttribute(cell, "data-line", line.indexOf(number) + 1 || null);
    cell.setAttribute("aria-label", `${this.nameOf(number)}, ${mark || this.#empty}`);
    const isTaken = targetOf(this.#variant, moves, number) === null;
    setAttribute(cell, "aria-disabled", isTaken || null);
  }

  /**
   * Move the focus with the arrow keys.
   *
   * @param {KeyboardEvent} event
   * @param {number} from
   */
  #move(event, from) {
    const { width } = this.#variant;
    const column = from % width;
    /** @type {Record<string, number | false>} */
    const steps = {
      ArrowLeft: column > 0 && -1,
      ArrowRight: column < width - 1 && 1,
      ArrowUp: -width,
      ArrowDown: width,
    };
    const step = steps[event.key];
    const neighbour = step ? this.#cells[from + step] : undefined;
    if (!neighbour) return;
    event.preventDefault();
    neighbour.focus();
  }

  /**
   * Make one cell the board's only stop for the Tab key.
   *
   * @param {number} stop
   */
  #setStop(stop) {
    for (const [number, cell] of this.#cells.entries()) cell.tabIndex = number === stop ? 0 : -1;
  }
}
