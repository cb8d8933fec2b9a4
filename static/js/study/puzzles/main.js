// A puzzle, a lesson's question, or a mistake to try again: answers, steps through what follows and goes on to the next
// without loading the page anew. The server judges each answer and writes the page that follows; from that page this
// one takes what has changed. Without scripts the same forms and links lead to those pages.

import { bindNames, FormBoard } from "../../board.js";
import { bindLinks, closest, find, findOptional, say } from "../../dom.js";
import { bindSwaps, fetchPage, takeContent } from "../../swap-page.js";
import { bindSteppers } from "../../stepper.js";
import { isStill } from "../../remembered.js";
import { gettext } from "../../words.js";
import { drawBoard } from "./board.js";

const PACE = 700; // milliseconds from one move to the next, when what happens is shown

/** @type {HTMLElement} */
let board;
/** @type {HTMLButtonElement[]} */
let cells;
let requests = 0; // how many were made, as only the last one counts

bindBoard();
document.addEventListener("submit", send);
bindLinks(document, ":is([data-below], [data-choice]) [data-step]", follow);
bindSwaps(goOn, showNoConnection);

/** Bind the board that the page shows, unless there are no more questions. */
function bindBoard() {
  const form = findOptional("answer-form", HTMLFormElement);
  if (!form) return;
  ({ board, cells } = new FormBoard(form, {
    play: (pressed, cell) => void answer(form, pressed, cell),
  }));
  setOpen("ghost" in board.dataset);
}

/** @param {HTMLFormElement} form @param {HTMLButtonElement} pressed @param {HTMLButtonElement} cell that it plays */
async function answer(form, pressed, cell) {
  if (cells.some(({ dataset }) => "pending" in dataset)) return;
  const said = wordsAloud();
  const data = new FormData(form, pressed);
  cell.dataset.mark = board.dataset.ghost ?? "";
  cell.dataset.pending = "";
  await load(form.action, { method: "POST", body: data });
  if (wordsAloud() === said) sayAgain();
}

/** Return all that screen readers read when it changes. */
function wordsAloud() {
  const regions = document.querySelectorAll("main :is([aria-live], [role='status'])");
  return [...regions].map(({ textContent }) => textContent).join();
}

/** Let what is said of an answer be read again where another one has just had the same words. */
function sayAgain() {
  const region = findOptional('announce="polite"', HTMLElement) ?? find("words", HTMLElement);
  say(region, region.textContent ?? "");
}

/** @param {SubmitEvent} event of a form that asks for the same page in another state */
function send(event) {
  const form = closest(event.target, "[data-show-form], [data-ask-form]", HTMLFormElement);
  if (!form) return;
  event.preventDefault();
  const request = { method: "POST", body: new FormData(form, event.submitter) };
  void load(form.action, request).then(focusBelow);
}

/** @param {HTMLAnchorElement} link of a step */
function follow({ href, dataset: { step, plays } }) {
  if (plays !== undefined) void play(href, plays);
  else void load(href).then(() => (step === "again" ? focusBoard() : stepLink(step)?.focus()));
}

// Show move after move, until the end or until something else is asked for.
/** @param {string} address @param {string} end */
async function play(address, end) {
  await load(isStill() ? end : address);
  const [request, link] = [requests, stepLink("on")];
  focusBelow();
  if (isStill() || link?.getAttribute("aria-disabled") !== null) return;
  setTimeout(() => {
    if (request === requests && link?.isConnected) void play(link.href, end);
  }, PACE);
}

/** Bind the next question, which is shown in the place of the one before, and focus it, so that it is read aloud. */
function goOn() {
  requests++;
  bindBoard();
  bindNames();
  bindSteppers();
  const heading = document.getElementById("asked") ?? document.querySelector("h1");
  if (!(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1;
  heading.focus();
}

/** @param {string} address @param {RequestInit} [options] */
async function load(address, options) {
  const request = ++requests;
  try {
    const { page, address: shown } = await fetchPage(address, options);
    if (request !== requests) return;
    if (findOptional("board", HTMLElement, page)) show(page);
    else location.assign(shown); // The page says why there is none.
  } catch {
    showNoConnection();
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
  for (const hook of ["words", "detail", "choice", "below", "record", 'announce="polite"']) {
    if (findOptional(hook, HTMLElement)) takeContent(hook, page);
  }
  showAlert(find("alert", HTMLElement, page).textContent ?? "");
  setOpen("ghost" in changed.dataset);
}

function showNoConnection() {
  showAlert(gettext("There is no connection just now. Try again."));
}

/** @param {string} words none to hide the alert */
function showAlert(words) {
  const alert = find("alert", HTMLElement);
  say(alert, words);
  alert.hidden = !words;
}

/** @param {boolean} isOpen */
function setOpen(isOpen) {
  find("rows", HTMLElement, board).setAttribute("aria-disabled", String(!isOpen));
}

/** @param {string | undefined} name */
function stepLink(name) {
  const link = document.querySelector(`:is([data-below], [data-choice]) [data-step="${name}"]`);
  return link instanceof HTMLAnchorElement ? link : null;
}

/** Focus the board, so that the next key plays on it. */
function focusBoard() {
  cells.find(({ tabIndex }) => tabIndex === 0)?.focus();
}

/** Focus what comes next, for the button that was pressed may be gone. */
function focusBelow() {
  const next =
    document.querySelector("[data-choice] button") ??
    stepLink("on") ??
    findOptional("next-mistake", HTMLElement);
  if (document.activeElement === document.body && next instanceof HTMLElement) next.focus();
}
