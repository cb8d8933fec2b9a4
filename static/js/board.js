// A board that one plays on: says which cell was pressed, by pointer, keys or digits.

import { cellsOf, sendingWords } from "./cells.js";
import { closest, find, findAll, isTyping, setAttribute } from "./dom.js";
import { bindArrows, keyOf } from "./keys.js";
import { isStill } from "./remembered.js";
import { gettext, interpolate } from "./words.js";

const SMALL_CELL = 36; // pixels of width, below which a finger may miss a cell
const LEADING_CELL = 44; // the same where one also wants to see to which small board a move leads
const PULSE = 420; // milliseconds

/**
 * Binds the pointer, the arrow keys and the digits, and calls `play` for each press that plays a cell while the board is
 * open: then it has `data-ghost`. It marks the cell that a press would play where pieces fall, and on small cells, where
 * the first tap of a finger aims and the second plays, or a finger slides and lifts; but of the small board on which one
 * must play one tap is enough.
 */
export class FormBoard {
  #form;
  #handlers;
  #isTouch = false; // whether the last press came from a finger
  /** @type {number | null} the cell that is marked */
  #marked = null;
  /** @type {HTMLElement | null} the small board that a digit has chosen, of which the next names a cell */
  #chosen = null;

  /** @param {HTMLFormElement} form @param {BoardHandlers} handlers */
  constructor(form, handlers) {
    this.#form = form;
    this.#handlers = handlers;
    this.board = find("board", HTMLElement, form);
    this.cells = cellsOf(this.board, HTMLButtonElement);
    this.small = findAll("small", HTMLElement, this.board);
    this.#enable();
    this.stops = bindArrows(this.cells, Number(this.board.dataset.width));
    this.#moveStop();
    form.addEventListener("submit", (event) => this.#submit(event));
    document.addEventListener("keydown", (event) => this.#pressDigit(event));
    this.board.addEventListener("pointerdown", (event) => {
      this.#isTouch = event.pointerType === "touch";
      this.#chosen = null;
    });
    this.board.addEventListener("keydown", (event) => this.#pressKey(event));
    if (this.board.dataset.pieces === "stones")
      void import("./slide.js").then(({ bindSlide }) =>
        bindSlide(this.board, this.#slide.bind(this)),
      );
    if ("drop" in this.board.dataset) this.#follow((number) => this.#mark(number));
    if (this.small.length > 0) this.#follow((number) => this.#outline(number));
  }

  /** @param {string} words none while a finger slides @param {string} [where] the cell or where a move sends the other;
   * neither to say nothing more */
  say(words, where = "") {
    if (this.#handlers.say) {
      this.#handlers.say(words, where);
      return;
    }
    const note = find("note", HTMLElement, this.board);
    const slide = interpolate(gettext("Lift to play %(cell)s"), { cell: where });
    note.textContent = words ? [words, where].filter(Boolean).join(". ") : where && slide;
    note.hidden = !note.textContent;
  }

  /** Mark no cell any more, unless a press would still play the one that is marked. */
  update() {
    const marked = this.#marked;
    if (marked === null || this.#targetOf(marked) !== marked) this.#mark(null);
    this.#moveStop();
  }

  get #here() {
    const isOpen = "ghost" in this.board.dataset;
    return (isOpen && this.small.find(({ dataset }) => dataset.here)) || null;
  }

  /** Let the Tab key lead to the small board on which one must play. */
  #moveStop() {
    const here = this.#here;
    if (here && !here.contains(document.activeElement)) this.stops.move(this.#stopIn(here));
  }

  // The cell nearest to the middle, of those that may be played.
  /** @param {HTMLElement} small */
  #stopIn(small) {
    const cells = cellsOf(small, HTMLButtonElement).flat();
    const middle = cells[Math.floor(cells.length / 2)];
    return middle?.value ? middle : (cells.find(({ value }) => value) ?? middle);
  }

  /** @param {KeyboardEvent} event */
  #pressKey(event) {
    const { key, shiftKey } = event;
    const here = this.#here;
    this.#isTouch = false;
    if (key.startsWith("Arrow")) this.#chosen = null;
    if (key !== "Tab" || shiftKey || !here || here.contains(document.activeElement)) return;
    event.preventDefault();
    this.#stopIn(here)?.focus();
  }

  /** @param {number | null} number of the cell of which to outline the small board to which it leads */
  #outline(number) {
    const cell = this.cells[number ?? -1];
    const leadsTo = cell?.value && "ghost" in this.board.dataset && cell.dataset.leadsTo;
    const side = this.board.dataset.ghost === "O" ? "X" : "O";
    for (const small of this.small) {
      const isOther = small.dataset.small === leadsTo && !small.contains(cell ?? null);
      const isSent = isOther && !("closed" in small.dataset);
      setAttribute(small, "data-sent", isSent ? side : null);
    }
  }

  /** Buttons that are disabled would lose the focus. */
  #enable() {
    for (const cell of this.cells) {
      if (cell.disabled) cell.setAttribute("aria-disabled", "true");
      cell.disabled = false;
    }
  }

  /** @param {number} number of the cell that is pressed */
  #targetOf(number) {
    const value = "ghost" in this.board.dataset && this.cells[number]?.value;
    return value ? Number(value) : null;
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    const pressed = event.submitter;
    if (!(pressed instanceof HTMLButtonElement) || !this.board.contains(pressed)) return;
    event.preventDefault();
    this.#chosen = null;
    const number = Number(pressed.dataset.cell);
    const target = this.#targetOf(number);
    const cell = this.cells[target ?? -1];
    const least = pressed.dataset.leadsTo ? LEADING_CELL : SMALL_CELL;
    const isSmall = this.#isTouch && !this.#here && pressed.offsetWidth < least;
    if (!cell) this.#refuse(number);
    else if (isSmall && target !== this.#marked) this.#aimAt(cell);
    else {
      this.#mark(null);
      this.#handlers.play(pressed, cell);
    }
  }

  /** @param {number} number */
  #refuse(number) {
    const here = this.#here;
    if (here && !isStill())
      here.animate({ scale: [1, 1.06, 1] }, { duration: PULSE, pseudoElement: "::before" });
    if (this.#handlers.refuse) this.#handlers.refuse(number);
    else if ("ghost" in this.board.dataset) this.say(this.#whyNot(number));
  }

  /** @param {number} number of a cell that may not be played */
  #whyNot(number) {
    const cell = this.cells[number] ?? null;
    const small = this.#here ?? closest(cell, "[data-small]", HTMLElement);
    return (!cell?.dataset.mark && small?.ariaLabel) || gettext("That place is taken");
  }

  /** @param {HTMLElement} cell that the next tap plays */
  #aimAt(cell) {
    this.#mark(Number(cell.dataset.cell));
    const name = this.#handlers.nameOf?.(cell) ?? cell.dataset.name ?? "";
    const sends = sendingWords(this.board, cell).slice(2);
    this.say(gettext("Tap again to play"), sends ? `${sends}.` : name);
  }

  /** @param {HTMLElement | null} under the finger @param {boolean} isLifted */
  #slide(under, isLifted) {
    const target =
      under && this.board.contains(under) ? this.#targetOf(Number(under.dataset.cell)) : null;
    const cell = this.cells[target ?? -1];
    this.#mark(isLifted ? null : target);
    if (!cell) return;
    if (!isLifted) this.say("", cell.dataset.name);
    else if (!("deaf" in cell.dataset)) this.#handlers.play(cell, cell);
  }

  /** @param {number | null} number */
  #mark(number) {
    if (this.#marked !== null) this.cells[this.#marked]?.removeAttribute("data-target");
    this.#marked = number;
    if (number !== null) this.cells[number]?.setAttribute("data-target", "");
    this.#outline(number);
    this.say("");
  }

  // Call with what a press on a cell plays, as the pointer or the focus comes to it.
  /** @param {(number: number | null) => void} show */
  #follow(show) {
    for (const type of ["pointerover", "focusin"]) {
      this.board.addEventListener(type, ({ target }) => {
        const cell = closest(target, "[data-cell]", HTMLElement);
        // The focus that a page gives by itself marks nothing, see focusBoard.
        const isQuiet = type === "focusin" && "quiet" in this.board.dataset;
        if (cell && !isQuiet) show(this.#targetOf(Number(cell.dataset.cell)));
      });
    }
    for (const type of ["pointerleave", "focusout"]) {
      this.board.addEventListener(type, () => show(null));
    }
  }

  // Digits play on nine cells, and in columns where pieces fall. Of small boards they name a cell on the one where
  // one must play, or else choose one first.
  /** @param {KeyboardEvent} event */
  #pressDigit(event) {
    const key = keyOf(event);
    const digit = /^[1-9]$/.test(key) ? Number(key) : 0;
    if (!digit || !this.#form.isConnected || isTyping(event) || event.repeat) return;
    const small = this.#here ?? this.#chosen;
    if (this.small.length > 0 && !small) {
      this.#choose(this.small[digit - 1]);
      return;
    }
    const cell = this.#cellsOfDigits(small)[digit - 1];
    if (!cell) return;
    cell.focus();
    this.#form.requestSubmit(cell);
  }

  /** @param {HTMLElement | null} small */
  #cellsOfDigits(small) {
    if (small) return cellsOf(small, HTMLButtonElement).flat();
    const { drop, width } = this.board.dataset;
    if (drop !== undefined) return this.cells.slice(0, Number(width));
    return this.cells.length === 9 ? this.cells : [];
  }

  /** @param {HTMLElement | undefined} small */
  #choose(small) {
    if (!small || !("ghost" in this.board.dataset)) return;
    if ("closed" in small.dataset) {
      this.say(gettext("That board is closed"));
      return;
    }
    this.#chosen = small;
    this.#stopIn(small)?.focus();
  }
}
