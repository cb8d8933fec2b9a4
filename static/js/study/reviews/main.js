// The review of a game: steps through its moves and what would have followed without loading the page anew, and fills
// itself in while the server still looks at the moves. Without scripts the same links lead to the same pages.

import { leadToPosition, plyIn, positionAddress } from "../../addresses.js";
import { retry } from "../../delays.js";
import { bindLinks, find, findOptional, setAttribute } from "../../dom.js";
import { cellsOf, drawPosition, marksAfter } from "../../board.js";
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
let hasStepped = false;

bindLinks(document, "[data-along]", ({ dataset }) => go(number, Number(dataset.along)));
bindSteps(document, now, go);
addEventListener("hashchange", readAddress);
bindSwipe(board);
readAddress();
drawSign();
drawNow();
if (!("complete" in root.dataset)) void retry(fillIn, DELAYS);

/** @param {Document} page */
function readReview(page) {
  const said = find("said", HTMLElement, page);
  return /** @type {ReviewData} */ (JSON.parse(said.querySelector("script")?.textContent ?? "{}"));
}

function readAddress() {
  const ply = plyIn(location);
  if (ply !== null) go(ply);
}

/** @returns {[shown: number, last: number]} what would have followed stands between two moves */
function now() {
  return [along ? number + 0.5 : number, review.moves.length];
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
    },
    isForward,
  );
  drawSign();
  drawSaid(step);
  drawPlay(moves, isAtEnd && Boolean(along ? step?.followIsOver : review.isOver));
  drawSteps(root, ...now(), (ply) => `?ply=${ply}`);
  drawNow();
}

function drawSign() {
  board.dataset.mistake = along ? "" : (review.steps[number - 1]?.sign ?? "");
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
  find("follow", HTMLElement).hidden = follows.length === 0;
  const links = find("follow-moves", HTMLElement);
  const hadFocus = links.contains(document.activeElement);
  links.replaceChildren(
    ...follows.map((cell, place) => followItem(cell, place + 1, step?.effects[place] ?? "")),
  );
  if (hadFocus) findOptional(`along="${along}"`, HTMLElement, links)?.focus();
}

/** @param {number} cell @param {number} moves of what would have followed, up to this one @param {string} effect */
function followItem(cell, moves, effect) {
  const link = document.createElement("a");
  link.href = `?ply=${number}&along=${moves}`;
  link.dataset.along = String(moves);
  const name = cells[cell]?.dataset.name ?? "";
  link.dataset.named = name;
  const ply = number - 1 + moves - 1;
  link.dataset.mark = ply % 2 ? "O" : "X";
  const parts = [
    ["small", String(ply + 1)],
    ["b", name],
    ["span", effect],
  ];
  for (const [tag = "", text = ""] of parts) {
    link.append(Object.assign(document.createElement(tag), { textContent: text }), " ");
  }
  if (moves === along) link.setAttribute("aria-current", "step");
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
  const explorer = findOptional("explorer", HTMLAnchorElement);
  if (explorer) leadToPosition(explorer, names);
}

function drawNow() {
  drawShown(find("moves", HTMLElement), number);
  const stroke = find("now", SVGLineElement);
  const { margin, stepWidth } = stroke.ownerSVGElement?.dataset ?? {};
  const x = Number(margin) + Number(stepWidth) * number;
  for (const end of ["x1", "x2"]) stroke.setAttribute(end, String(x));
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
  for (const hook of ["reason", "graph", "ways", "moves"]) {
    if (findOptional(hook, HTMLElement)) takeContent(hook, page);
  }
  find("gaps", HTMLElement).hidden = find("gaps", HTMLElement, page).hidden;
  // Whoever has not begun to look sees the move that matters.
  if (!hasStepped) number = Number(changed.dataset.shown);
  draw(false);
  root.toggleAttribute("data-complete", "complete" in changed.dataset);
  return "complete" in root.dataset || null;
}
