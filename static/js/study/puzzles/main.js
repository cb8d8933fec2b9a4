// A puzzle, or a mistake to try again: answers and steps through the solution without loading the page anew. The server judges each answer and
// writes the page that follows; from that page this one takes what has changed. Without scripts the same forms and
// links lead to those pages.

import { Aim } from "../../board-aim.js";
import { bindArrows, digitCount, isTyping } from "../../board-keys.js";
import { find, findAll, findOptional, opensElsewhere } from "../../dom.js";
import { gettext } from "../../words.js";
import { drawBoard } from "./board.js";

const board = find("board", HTMLElement);
const form = find("answer-form", HTMLFormElement);
const cells = findAll("cell", HTMLButtonElement, board);
const aim = new Aim(board, cells);
let requests = 0; // how many were made, as only the last one counts

bindArrows(cells, Number(board.dataset.width));
setOpen("ghost" in board.dataset);
form.addEventListener("submit", answer);
document.addEventListener("submit", (event) => {
  const { target } = event;
  if (target instanceof Element && target.matches("[data-show-form], [data-ask-form]")) send(event);
});
document.addEventListener("click", followStep);
document.addEventListener("keydown", pressKey);

/** @param {SubmitEvent} event */
function answer(event) {
  const cell = event.submitter;
  if (!(cell instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const target = aim.targetOf(cell);
  if (!target || !("ghost" in board.dataset) || aim.needsSecondTap(cell)) return;
  aim.mark(undefined);
  const data = new FormData(form, cell);
  target.dataset.mark = board.dataset.ghost ?? "";
  target.dataset.pending = "";
  void load(form.action, { method: "POST", body: data });
}

/** @param {SubmitEvent} event of a form that asks for the same page in another state */
function send(event) {
  if (!(event.target instanceof HTMLFormElement)) return;
  event.preventDefault();
  const { action } = event.target;
  const body = new FormData(event.target, event.submitter);
  void load(action, { method: "POST", body }).then(focusBelow);
}

/** @param {MouseEvent} event */
function followStep(event) {
  const link = event.target instanceof Element ? event.target.closest("[data-step]") : null;
  if (!(link instanceof HTMLAnchorElement) || opensElsewhere(event)) return;
  event.preventDefault();
  const { step } = link.dataset;
  if (link.getAttribute("aria-disabled") === "true") return;
  void load(link.href).then(() => stepLink(step)?.focus());
}

/** @param {KeyboardEvent} event */
function pressKey(event) {
  if (isTyping(event) || event.repeat) return;
  if (event.key === "[") stepLink("back")?.click();
  if (event.key === "]") stepLink("on")?.click();
  const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  if (!digit || digit > digitCount(board, cells)) return;
  const cell = cells[digit - 1];
  cell?.focus();
  if (cell) form.requestSubmit(cell);
}

/**
 * Show the state of the puzzle that a request leads to.
 *
 * @param {string} address
 * @param {RequestInit} [options]
 */
async function load(address, options) {
  const request = ++requests;
  try {
    const response = await fetch(address, options);
    const html = await response.text();
    if (request === requests) show(new DOMParser().parseFromString(html, "text/html"));
  } catch {
    showAlert(gettext("There is no connection just now. Try again."));
    for (const cell of cells.filter(({ dataset }) => "pending" in dataset)) {
      cell.dataset.mark = "";
      delete cell.dataset.pending;
    }
  }
}

/** @param {Document} page */
function show(page) {
  const changed = find("board", HTMLElement, page);
  drawBoard(board, cells, changed);
  for (const hook of ["words", "below", "record", 'announce="polite"']) {
    if (findOptional(hook, HTMLElement)) replace(hook, page);
  }
  showAlert(find("alert", HTMLElement, page).textContent ?? "");
  setOpen("ghost" in changed.dataset);
}

/**
 * Take the content of an element from another page, unless it is the same.
 *
 * @param {string} hook
 * @param {Document} page
 */
function replace(hook, page) {
  const [old, changed] = [find(hook, HTMLElement), find(hook, HTMLElement, page)];
  if (old.dataset.state !== changed.dataset.state) old.dataset.state = changed.dataset.state ?? "";
  if (old.textContent !== changed.textContent) old.replaceChildren(...changed.childNodes);
}

/** @param {string} words none to hide the alert */
function showAlert(words) {
  const alert = find("alert", HTMLElement);
  alert.textContent = words;
  alert.hidden = !words;
}

/**
 * Open the board for answers or close it. Its buttons are never disabled, or they would lose the focus.
 *
 * @param {boolean} isOpen
 */
function setOpen(isOpen) {
  for (const cell of cells) cell.disabled = false;
  find("rows", HTMLElement, board).setAttribute("aria-disabled", String(!isOpen));
}

/** @param {string | undefined} name */
function stepLink(name) {
  return findOptional(`step="${name}"`, HTMLAnchorElement);
}

/** Focus what comes next, for the button that was pressed may be gone. */
function focusBelow() {
  const next = stepLink("on") ?? findOptional("next-mistake", HTMLElement);
  if (document.activeElement === document.body) next?.focus();
}
