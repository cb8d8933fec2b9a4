// A puzzle, a lesson's question, or a mistake to try again: answers and steps through what follows without loading the
// page anew. The server judges each answer and writes the page that follows; from that page this one takes what has
// changed. Without scripts the same forms and links lead to those pages.

import { isTyping } from "../../board-keys.js";
import { closest, find, findOptional, opensElsewhere } from "../../dom.js";
import { bindFormBoard } from "../../form-board.js";
import { gettext } from "../../words.js";
import { drawBoard } from "./board.js";

const form = find("answer-form", HTMLFormElement);
const { board, cells } = bindFormBoard(form, answer);
let requests = 0; // how many were made, as only the last one counts

setOpen("ghost" in board.dataset);
document.addEventListener("submit", send);
document.addEventListener("click", followStep);
document.addEventListener("keydown", pressKey);

/**
 * @param {HTMLButtonElement} pressed
 * @param {HTMLButtonElement} cell that it plays
 */
function answer(pressed, cell) {
  const data = new FormData(form, pressed);
  cell.dataset.mark = board.dataset.ghost ?? "";
  cell.dataset.pending = "";
  void load(form.action, { method: "POST", body: data });
}

/** @param {SubmitEvent} event of a form that may ask for the same page in another state */
function send(event) {
  const asked = closest(event.target, "[data-show-form], [data-ask-form]", HTMLFormElement);
  if (!asked) return;
  event.preventDefault();
  const body = new FormData(asked, event.submitter);
  void load(asked.action, { method: "POST", body }).then(focusBelow);
}

/** @param {MouseEvent} event */
function followStep(event) {
  const link = closest(event.target, "[data-below] [data-step]", HTMLAnchorElement);
  if (!link || opensElsewhere(event)) return;
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
  for (const hook of ["words", "detail", "below", 'announce="polite"']) {
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
 * Say whether the board is open for answers.
 *
 * @param {boolean} isOpen
 */
function setOpen(isOpen) {
  find("rows", HTMLElement, board).setAttribute("aria-disabled", String(!isOpen));
}

/** @param {string | undefined} name */
function stepLink(name) {
  return findOptional(`step="${name}"`, HTMLAnchorElement, find("below", HTMLElement));
}

/** Focus what comes next, for the button that was pressed may be gone. */
function focusBelow() {
  const next = stepLink("on") ?? findOptional("next-mistake", HTMLElement);
  if (document.activeElement === document.body) next?.focus();
}
