// A puzzle, a lesson's question, or a mistake to try again: answers, steps through what follows and goes on to the next
// without loading the page anew. The server judges each answer and writes the page that follows; from that page this
// one takes what has changed. Without scripts the same forms and links lead to those pages.

import { FormBoard } from "../../board.js";
import { bindNames } from "../../names.js";
import { bindLinks, closest, find, findAll, findOptional, say, setAttribute } from "../../dom.js";
import { bindSwaps, fetchPage, takeContent } from "../../swap-page.js";
import { bindSteppers } from "../../stepper.js";
import { isStill } from "../../remembered.js";
import { gettext } from "../../words.js";

const STEPS = ":is([data-below], [data-choice]) [data-step]:not([data-swap-page])";
const PACE = 700; // milliseconds from one move to the next, when what happens is shown
// What is taken from a board that the server has drawn
const OF_CELL =
  "data-mark data-last data-line data-best data-tried data-refutation data-threat aria-label value".split(
    " ",
  );
const OF_SMALL_BOARD = ["data-mark", "data-closed", "data-open", "data-here", "aria-label"];
const HOOKS = 'words progress detail choice below record announce="polite"'.split(" ");
const OF_STROKE = ["data-mark", "d", "transform"];

/** @type {HTMLElement} */
let board;
/** @type {HTMLButtonElement[]} */
let cells;
let requests = 0; // how many were made, as only the last one counts

bindBoard();
document.addEventListener("submit", send);
bindLinks(document, STEPS, ({ href, dataset: { step, plays } }) => {
  if (plays !== undefined) void play(href, plays);
  // After the same task again, the next key plays on the board.
  else
    void load(href).then(() =>
      (step === "again" ? tabStop() : (current() ?? stepLink(step)))?.focus(),
    );
});
bindSwaps(goOn, showNoConnection);
document.addEventListener("touchmove", pinch, { passive: false });

// Two fingers that come closer show all of a board of which a part is shown, and apart that part again.
let distance = 0; // pixels between the two fingers a moment before
/** @param {TouchEvent} event */
function pinch(event) {
  const [first, second] = event.touches;
  const crop = closest(event.target, "[data-crop]", HTMLElement);
  if (!first || !second || !crop) return void (distance = 0);
  event.preventDefault();
  const now = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
  if (distance && now !== distance) crop.toggleAttribute("data-whole", now < distance);
  distance = now;
}

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
  if (wordsAloud() !== said) return;
  // Where another answer has just had the same words, they are read again.
  const region = findOptional('announce="polite"', HTMLElement) ?? find("words", HTMLElement);
  say(region, region.textContent ?? "");
}

function wordsAloud() {
  const regions = document.querySelectorAll("main :is([aria-live], [role='status'])");
  return [...regions].map(({ textContent }) => textContent).join();
}

/** @param {SubmitEvent} event of a form that asks for the same page in another state */
function send(event) {
  const form = closest(event.target, "[data-show-form], [data-ask-form]", HTMLFormElement);
  if (!form) return;
  event.preventDefault();
  const request = { method: "POST", body: new FormData(form, event.submitter) };
  void load(form.action, request).then(focusBelow);
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
  drawBoard(changed);
  const isEnd = page.querySelector(".week") && !document.querySelector(".week");
  findOptional("detail", HTMLElement)?.toggleAttribute("data-fresh", Boolean(isEnd));
  for (const hook of HOOKS) if (findOptional(hook, HTMLElement)) takeContent(hook, page);
  const form = findOptional("answer-form", HTMLFormElement);
  if (form) copy(form, find("answer-form", HTMLFormElement, page), ["data-crop"]);
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

const tabStop = () => cells.find(({ tabIndex }) => tabIndex === 0);

const current = () => {
  const link = find("below", HTMLElement).querySelector('a[aria-current="step"]');
  return link instanceof HTMLElement ? link : null;
};

/** @param {string | undefined} name */
function stepLink(name) {
  const link = document.querySelector(`${STEPS}[data-step="${name}"]`);
  return link instanceof HTMLAnchorElement ? link : null;
}

/** Focus what comes next, for the button that was pressed may be gone. */
function focusBelow() {
  const buttons = document.querySelectorAll(
    "[data-choice] button, [data-next], [data-next-mistake]",
  );
  const next = [...buttons].find((button) => button.checkVisibility()) ?? stepLink("on");
  if (document.activeElement !== document.body) return;
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** @param {HTMLElement} other as it stands in a page that the server has written */
function drawBoard(other) {
  for (const changed of findAll("cell", HTMLElement, other)) {
    const cell = cells[Number(changed.dataset.cell)];
    if (cell) drawCell(cell, changed);
  }
  for (const changed of findAll("small", HTMLElement, other)) {
    const same = board.querySelector(`[data-small="${changed.dataset.small}"]`);
    if (same) copy(same, changed, OF_SMALL_BOARD);
  }
  const bands = other.querySelector("[data-bands]")?.childNodes ?? [];
  board.querySelector("[data-bands]")?.replaceChildren(...bands);
  const isEnd = "won" in other.dataset && !("won" in board.dataset);
  copy(board, other, ["data-ghost", "data-won", "data-drawn"]);
  const [strokes, changed] = [board, other].map((root) =>
    root.querySelectorAll(":is([data-capsule], [data-strike], [data-struck], [data-hands])"),
  );
  for (const [number, stroke] of [...(strokes ?? [])].entries()) {
    stroke.toggleAttribute("data-fresh", isEnd);
    const same = changed?.[number];
    if (same) copy(stroke, same, OF_STROKE);
  }
}

/** @param {HTMLElement} cell @param {HTMLElement} changed */
function drawCell(cell, changed) {
  const isNew = !cell.dataset.mark && Boolean(changed.dataset.mark);
  cell.toggleAttribute("data-fresh", isNew);
  delete cell.dataset.pending;
  copy(cell, changed, OF_CELL);
  setAttribute(cell, "aria-disabled", changed.getAttribute("value") ? null : "true");
  cell.querySelector(".verdict")?.remove();
  const verdict = changed.querySelector(".verdict");
  if (verdict) cell.append(verdict);
}

/** @param {Element} element @param {Element} other @param {string[]} names of attributes */
function copy(element, other, names) {
  for (const name of names) setAttribute(element, name, other.getAttribute(name));
}
