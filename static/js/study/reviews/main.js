// The review of a game: steps through its moves and what would have followed without loading the page anew, and fills
// itself in while the server still looks at the moves. Without scripts the same links lead to the same pages.

import { leadToPosition, plyIn, positionAddress } from "../../addresses.js";
import { retry } from "../../delays.js";
import { bindLinks, find, findAll, findOptional, setAttribute } from "../../dom.js";
import { cellsOf, drawPosition, marksAfter } from "../../cells.js";
import { bindSteps, bindSwipe, drawShown, drawSteps } from "../../steps.js";
import { fetchPage, takeContent } from "../../swap-page.js";

// Milliseconds until the page asks for more: a small board takes no second.
const DELAYS = [300, 500, 1000, 2000, 3000];

const root = find("review", HTMLElement);
const board = find("board", HTMLElement);
const cells = cellsOf(board, HTMLElement);
let review = readReview(document);
let number = Number(root.dataset.shown); // of the move that is shown
let along = Number(root.dataset.followed ?? 0); // moves of what would have followed that are shown instead
let hasStepped = location.search !== ""; // an address names a move, too

bindLinks(document, "[data-along]", ({ dataset }) => go(number, Number(dataset.along)));
bindSteps(document, now, (to, isStep) => (isStep && along ? go(number, to) : go(to)));
bindLinks(document, "[data-leave-line]", () => go(number));
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && along && !("presenting" in document.documentElement.dataset)) go(number);
});
find("print", HTMLElement).addEventListener("click", () => print());
find("to-present", HTMLElement).addEventListener("click", () =>
  find("present", HTMLElement).click(),
);
addEventListener("hashchange", readAddress);
bindSwipe(board);
bindSwipe(find("graph", HTMLElement));
readAddress();
drawSign();
drawAnnotations(review.steps[number - 1]);
drawNow();
if (!("complete" in root.dataset)) void retry(fillIn, DELAYS);

/** @param {Document} page */
function readReview(page) {
  const said = find("said", HTMLElement, page);
  return /** @type {ReviewData} */ (JSON.parse(said.querySelector("script")?.textContent ?? "{}"));
}

function readAddress() {
  const ply = plyIn(location);
  if (ply !== null && ply !== number) go(ply);
}

/** @returns {[shown: number, last: number]} of the line that is walked, else of the game */
function now() {
  const last = along ? review.steps[number - 1]?.follow.length : review.moves.length;
  return [along || number, last ?? 0];
}

/** @param {number} target the move to show @param {number} [moves] of what would have followed, to show instead */
function go(target, moves = 0) {
  if (target > review.moves.length || (target === number && moves === along)) return;
  const isForward = target > number || (target === number && moves > along);
  [number, along, hasStepped] = [target, moves, true];
  draw(isForward);
  history.replaceState(null, "", `${location.pathname}#${number}`);
}

/** @param {boolean} isForward */
function draw(isForward) {
  const step = review.steps[number - 1];
  const follows = step?.follow ?? [];
  const moves = along
    ? [...review.moves.slice(0, number - 1), ...follows.slice(0, along)]
    : review.moves.slice(0, number);
  const isAtEnd = along ? along === follows.length : number === review.moves.length;
  const end = (along ? step?.followEnd : review.end) ?? null;
  const best = along ? [] : (step?.marked ?? []);
  const last = moves.at(-1) ?? null;
  /** @type {string[]} */
  const threats = [];
  for (const cell of step?.threatened[along] ?? []) threats[cell] = moves.length % 2 ? "X" : "O";
  /** @type {number[]} */
  const walked = [];
  for (const [place, cell] of follows.slice(0, along).entries()) walked[cell] = place + 1;
  drawPosition(
    board,
    cells,
    {
      ...step?.small[along],
      marks: marksAfter(moves, cells.length, board.dataset.shared),
      last,
      end: isAtEnd ? end : null,
      best,
      threats,
      walked,
    },
    isForward,
  );
  drawSign();
  drawAnnotations(step);
  drawSaid(step);
  drawPlay(moves, isAtEnd && Boolean(along ? step?.followIsOver : review.isOver));
  const address = along ? `?ply=${number}&along=` : "?ply=";
  drawSteps(root, ...now(), (to) => `${address}${to}`);
  find("presented=steps", HTMLElement).toggleAttribute("data-in-line", along > 0);
  drawNow();
}

function drawSign() {
  board.dataset.mistake = along ? "" : (review.steps[number - 1]?.sign ?? "");
}

// Shapes lie below stones, and an arrow over small boards.
/** @param {ReviewStep | undefined} step */
function drawAnnotations(step) {
  const { paths = [], names = [], free = [] } = step?.annotations[along] ?? {};
  const layer = board.querySelector(`.lines${names.length > 0 ? "" : ".over"}`);
  for (const old of board.querySelectorAll("[data-drawn]")) old.remove();
  for (const [place, cell] of cells.entries())
    cell.toggleAttribute("data-free", free.includes(place));
  const mark = (number + Math.max(0, along - 1)) % 2 ? "X" : "O";
  for (const [kind, shape] of paths) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    for (const [name, value] of Object.entries({ class: kind, d: shape, "data-mark": mark }))
      path.setAttribute(name, value);
    path.dataset.drawn = "";
    layer?.append(path);
  }
  for (const [words, left, top] of names) {
    const name = Object.assign(document.createElement("span"), { textContent: words });
    Object.assign(name.style, { left: `${left}%`, top: `${top}%` });
    name.className = "shape-name";
    name.dataset.drawn = "";
    find("surface", HTMLElement).append(name);
  }
}

/** @param {ReviewStep | undefined} step none for the position at the start */
function drawSaid(step) {
  const said = find("said", HTMLElement);
  said.dataset.label = step?.label ?? "";
  setText("sign", step?.sign ?? "");
  setText("move-words", step?.words ?? review.start);
  setText("detail", step?.detail ?? "");
  setText("better", step?.betterWords ?? "");
  setText("follow-words", step?.followWords ?? "");
  const follows = step?.follow ?? [];
  said.toggleAttribute("data-has-line", follows.length > 0);
  const leave = find("leave-line", HTMLAnchorElement);
  leave.href = `?ply=${number}`;
  leave.hidden = along === 0;
  const links = find("follow-moves", HTMLElement);
  const hadFocus = links.contains(document.activeElement);
  links.replaceChildren(
    ...follows.map((cell, place) => followItem(cell, place + 1, step?.effects[place] ?? "")),
  );
  if (hadFocus) findOptional(`along="${along}"`, HTMLElement, links)?.focus();
}

/** @param {number} cell @param {number} place in the line, from 1 @param {string} effect */
function followItem(cell, place, effect) {
  const link = document.createElement("a");
  link.href = `?ply=${number}&along=${place}`;
  const name = cells[cell]?.dataset.name ?? "";
  Object.assign(link.dataset, {
    along: String(place),
    named: name,
    mark: (number + place) % 2 ? "O" : "X",
  });
  const hidden = Object.assign(document.createElement("span"), { textContent: effect });
  hidden.className = "visually-hidden";
  for (const [tag = "", text = ""] of [
    ["i", String(place)],
    ["b", name],
  ]) {
    link.append(Object.assign(document.createElement(tag), { textContent: text }), " ");
  }
  link.append(hidden);
  if (place === along) link.setAttribute("aria-current", "step");
  const item = document.createElement("li");
  item.append(link);
  return item;
}

/** @param {number[]} moves @param {boolean} isOver */
function drawPlay(moves, isOver) {
  const play = find("play", HTMLAnchorElement);
  const isClosed = isOver || !review.firstPage;
  const names = moves.map((cell) => cells[cell]?.dataset.name ?? "");
  setAttribute(play, "href", isClosed ? null : positionAddress(review.firstPage, names));
  setAttribute(play, "aria-disabled", isClosed || null);
  for (const link of findAll("position-link", HTMLAnchorElement)) leadToPosition(link, names);
}

function drawNow() {
  drawNextMistake();
  drawShown(find("moves", HTMLElement), number);
  const stroke = find("now", SVGLineElement);
  const { margin, stepWidth } = stroke.ownerSVGElement?.dataset ?? {};
  const x = Number(margin) + Number(stepWidth) * number;
  for (const end of ["x1", "x2"]) stroke.setAttribute(end, String(x));
}

function drawNextMistake() {
  const next = findOptional("next-mistake", HTMLAnchorElement);
  const numbers = next?.dataset.nextMistake?.split(" ").map(Number) ?? [];
  const shown = numbers.find((each) => each > number) ?? numbers[0];
  if (next) next.dataset.ply = String(shown);
}

/** @param {string} hook @param {string} text */
function setText(hook, text) {
  const element = find(hook, HTMLElement);
  if (element.textContent !== text) element.textContent = text;
}

/** Fill in what the server has found out meanwhile; return true if that is all, otherwise null. */
async function fillIn() {
  const { page } = (await fetchPage(location.pathname).catch(() => null)) ?? {};
  if (!page) return null;
  const changed = find("review", HTMLElement, page);
  review = readReview(page);
  setText("words", find("words", HTMLElement, page).textContent ?? "");
  for (const hook of ["reason", "graph", "ways", "moves", "gaps"]) takeContent(hook, page);
  // Whoever has not begun to look sees the move that matters.
  if (!hasStepped) number = Number(changed.dataset.shown);
  draw(false);
  root.toggleAttribute("data-complete", "complete" in changed.dataset);
  return "complete" in root.dataset || null;
}
