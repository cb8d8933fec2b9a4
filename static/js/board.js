// The board of every page: draws the positions that the server describes, and says which cell was pressed. The server
// draws the lines of the board, and all of a page as it is loaded.

import { closest, find, findAll, isTyping, setAttribute } from "./dom.js";
import { keyOf } from "./keys.js";
import { isStill } from "./remembered.js";
import { gettext, interpolate } from "./words.js";

const SMALL_CELL = 36; // pixels of width, below which a finger may miss a cell
const LEADING_CELL = 44; // the same where one also wants to see to which small board a move leads
const PULSE = 420; // milliseconds
// The names of cells in texts: a group, so that a text is split into what stands around the names and the names.
const NAME = /\b([a-z]\d{1,2})\b/;

bindNames();
for (const type of ["pointerover", "focusin", "focusout", "click"]) {
  document.addEventListener(type, light);
}

// In the order of their numbers; in the page those of a small board stand together.
/** @template {HTMLElement} T @param {HTMLElement} board @param {{ new (): T, prototype: T }} type */
export function cellsOf(board, type) {
  /** @type {T[]} */
  const cells = [];
  for (const cell of findAll("cell", type, board)) cells[Number(cell.dataset.cell)] = cell;
  return cells;
}

// "b2" may sound like a word, so that it is read as "b 2".
/** @param {HTMLElement | undefined} cell */
export const spoken = (cell) => (cell?.dataset.name ?? "").replace(/^./, "$& ");

/** @param {HTMLElement} board @param {Marked} mark */
export const sideName = ({ dataset: { x = "X", o = "O" } }, mark) => mark && (mark === "X" ? x : o);

/** @param {number[]} moves @param {number} cellCount @param {string} [shared] */
export function marksAfter(moves, cellCount, shared) {
  /** @type {Marked[]} */
  const marks = Array.from({ length: cellCount }, () => "");
  for (const [ply, cell] of moves.entries()) marks[cell] = ply % 2 && !shared ? "O" : "X";
  return marks;
}

/** @param {HTMLElement} board @param {HTMLElement[]} cells @param {Position} position @param {boolean} isForward */
export function drawPosition(board, cells, position, isForward) {
  const { end = null } = position;
  drawSmallBoards(board, position, isForward);
  for (const [number, cell] of cells.entries()) drawCell(board, cell, number, position, isForward);
  const isNew = end && !("won" in board.dataset || "drawn" in board.dataset);
  for (const drawn of board.querySelectorAll(":is([data-capsule], [data-strike], [data-hands])")) {
    if (isNew) drawn.toggleAttribute("data-fresh", isForward);
    const [name, value] = drawn.matches("[data-hands]")
      ? ["transform", end?.hands]
      : ["d", end?.strike];
    setAttribute(drawn, "data-mark", value ? (end?.mark ?? null) : null);
    setAttribute(drawn, name ?? "d", value || null);
  }
  board.toggleAttribute("data-won", Boolean(end?.strike));
  board.toggleAttribute("data-drawn", Boolean(end?.hands));
}

/** @param {HTMLElement} board @param {Position} position @param {boolean} isForward */
function drawSmallBoards(board, { closed = [], target = null, marks, pending }, isForward) {
  const ply = marks.filter(Boolean).length - (pending === undefined ? 0 : 1);
  const isOpen = "ghost" in board.dataset && target === null;
  const isFree = isOpen && board.querySelector("[data-leads-to]") !== null;
  for (const small of findAll("small", HTMLElement, board)) {
    const number = Number(small.dataset.small);
    const shut = closed.find((each) => each.board === number);
    const mark = shut?.mark ?? "";
    if (small.dataset.mark !== mark) small.toggleAttribute("data-fresh", isForward && mark !== "");
    setAttribute(small, "data-mark", mark);
    small.toggleAttribute("data-closed", Boolean(shut));
    small.toggleAttribute("data-open", !shut && (target === null || target === number));
    setAttribute(small, "data-here", number === target ? (ply % 2 ? "O" : "X") : null);
    setAttribute(small, "aria-label", smallBoardWords(small, shut, isFree));
    const strike = board.querySelector(`[data-struck="${number}"]`);
    if (!(strike instanceof SVGPathElement)) continue;
    strike.toggleAttribute("data-fresh", isForward && Boolean(shut) && !strike.hasAttribute("d"));
    setAttribute(strike, "d", shut?.strike || null);
  }
}

/** @param {HTMLElement} small @param {ClosedBoard | undefined} shut @param {boolean} isFree */
function smallBoardWords({ dataset: { name = "", here } }, shut, isFree) {
  const named = name.charAt(0).toUpperCase() + name.slice(1);
  if (shut?.mark)
    return `${named}, ${interpolate(gettext("won by %(mark)s"), { mark: shut.mark })}`;
  if (shut) return `${named}, ${shut.line.length > 0 ? gettext("closed") : gettext("full")}`;
  return here || isFree ? `${named}, ${gettext("play here")}` : named;
}

// Where a move sends the other side. Empty if nowhere, or to its own small board, which it may close.
/** @param {HTMLElement} board @param {HTMLElement} cell that may be played */
export function sendingWords(board, cell) {
  const { leadsTo } = cell.dataset;
  const small = leadsTo ? board.querySelector(`[data-small="${leadsTo}"]`) : null;
  if (!(small instanceof HTMLElement) || small.contains(cell)) return "";
  const side = board.dataset.ghost === "O" ? "X" : "O";
  const words =
    "closed" in small.dataset
      ? gettext("%(side)s may then play anywhere")
      : gettext("It sends %(side)s to the %(board)s");
  return `. ${interpolate(words, { side, board: small.dataset.name ?? "" })}`;
}

/** @param {HTMLElement} board @param {HTMLElement} cell @param {number} number @param {Position} position
 * @param {boolean} isForward */
function drawCell(board, cell, number, position, isForward) {
  const { marks, last, pending, end, threats, walked, best, targets, notes } = position;
  const mark = marks[number] ?? "";
  const isLast = number === last && number !== pending;
  const isMade = mark !== "" && (isLast || number === pending);
  if (cell.dataset.mark !== mark) cell.toggleAttribute("data-fresh", isForward && isMade);
  setAttribute(cell, "data-mark", mark);
  setAttribute(cell, "data-line", (end?.cells.indexOf(number) ?? -1) + 1 || null);
  setAttribute(cell, "data-threat", threats?.[number] || null);
  setAttribute(cell, "data-walked", walked?.[number] || null);
  cell.toggleAttribute("data-last", isLast);
  cell.toggleAttribute("data-pending", number === pending);
  cell.toggleAttribute("data-best", best?.includes(number) ?? false);
  const side = board.dataset.shared ? mark : sideName(board, mark);
  const name = side || (position.empty ?? gettext("empty"));
  const target = targets?.[number] ?? null;
  const sends = "ghost" in board.dataset && target !== null ? sendingWords(board, cell) : "";
  setAttribute(cell, "aria-label", `${spoken(cell)}, ${name}${notes?.[number] ?? ""}${sends}`);
  if (!targets || !(cell instanceof HTMLButtonElement)) return;
  setAttribute(cell, "value", target ?? "");
  // "false" would say that the cell can be pressed, whatever the board around it says.
  setAttribute(cell, "aria-disabled", target === null || null);
}

/** @param {Element} root @param {string} pieces */
export function showPieceSet(root, pieces) {
  for (const use of root.querySelectorAll(".mark > use")) {
    const mark = use.classList.contains("x") ? "x" : "o";
    use.setAttribute("href", `#${pieces}-${mark}-0`);
  }
}

// Make the board one stop for the Tab key, which may be moved.
/** @param {HTMLElement[]} cells @param {number} width */
export function bindArrows(cells, width) {
  const rowCount = cells.length / width;
  let stop = cells[Math.floor(rowCount / 2) * width + Math.floor(width / 2)];
  const move = (/** @type {HTMLElement | undefined} */ cell) => {
    if (stop) stop.tabIndex = -1;
    stop = cell;
    if (cell) cell.tabIndex = 0;
  };
  for (const [number, cell] of cells.entries()) {
    cell.tabIndex = cell === stop ? 0 : -1;
    cell.addEventListener("focus", () => move(cell));
    cell.addEventListener("keydown", (event) => {
      const neighbour = cells[neighbourOf(number, event.key, width) ?? -1];
      if (!neighbour) return;
      event.preventDefault();
      neighbour.focus();
    });
  }
  return { move };
}

/** @param {number} number @param {string} key @param {number} width of the board */
function neighbourOf(number, key, width) {
  const column = number % width;
  if (key === "ArrowLeft") return column > 0 ? number - 1 : undefined;
  if (key === "ArrowRight") return column < width - 1 ? number + 1 : undefined;
  if (key === "ArrowUp") return number - width;
  if (key === "ArrowDown") return number + width;
  if (key === "Home") return number - column;
  if (key === "End") return number - column + width - 1;
  return undefined;
}

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

/** Bind the texts of the page, now and when they change. */
export function bindNames() {
  for (const text of findAll("names-cells", HTMLElement)) {
    markNames(text);
    new MutationObserver(() => markNames(text)).observe(text, { childList: true, subtree: true });
  }
}

/** @param {HTMLElement} text */
function markNames(text) {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const bare = [];
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    const isTaken = node.parentElement?.closest("[data-named], a, button, script");
    if (!isTaken && NAME.test(node.data)) bare.push(node);
  }
  for (const node of bare) node.replaceWith(...node.data.split(NAME).map(wordOf));
}

/** @param {string} text @param {number} place every second one is a name */
function wordOf(text, place) {
  if (place % 2 === 0) return text;
  const word = document.createElement("span");
  word.dataset.named = text;
  word.tabIndex = 0;
  word.textContent = text;
  return word;
}

/** @param {Event} event */
function light({ target, type }) {
  for (const cell of findAll("lit", HTMLElement)) delete cell.dataset.lit;
  const word = closest(target, "[data-named]", HTMLElement);
  if (!word || type === "focusout") return;
  // On the board that is nearest to the word.
  const around = word.closest(":has([data-board])");
  around?.querySelector(`[data-name="${word.dataset.named}"]`)?.setAttribute("data-lit", "");
}
