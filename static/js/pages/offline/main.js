// The page that is shown without a connection: a game against Easy or for two on this device, by rules of its own. It
// is kept in this browser alone, until another is begun.

import { find, findAll } from "../../dom.js";
import { showPieceSet } from "../../piece-set.js";
import { Board } from "./board.js";
import { easyMove } from "./easy.js";
import { watchServer } from "./reachability.js";
import { markOf, outcomeOf, targetOf } from "./rules.js";

/** @import { Variant } from "./rules.js"; */

/** @typedef {Variant & { id: string, rule: string, goal: string }} OfferedBoard */

const KEY = "offline-game"; // of the browser's storage
const EASY = "easy"; // the other choice is two on this device
const REPLY_AFTER = 450; // milliseconds
const FORMER_THEMES = /** @type {Record<string, string>} */ ({ light: "paper", dark: "chalk" });

/** @type {OfferedBoard[]} */
const boards = readJson("boards");
/** @type {Record<string, string>} */
const words = readJson("words");
const page = find("offline-page", HTMLElement);
const boardChoice = find("board-choice", HTMLSelectElement);
const opponentChoice = find("opponent-choice", HTMLSelectElement);
const place = find("place", HTMLElement);
const undo = find("undo", HTMLButtonElement);

/** @type {OfferedBoard} */
let offered = chosen();
/** @type {number[]} */
let moves = [];
let board = show(offered);
let reply = 0; // the timer of Easy's move
let wasLost = location.pathname !== page.dataset.address; // the worker shows this page in place of another

showTheme();
showWhatIsKept();
restore();
for (const choice of [boardChoice, opponentChoice]) choice.addEventListener("change", begin);
find("new-game", HTMLElement).addEventListener("click", begin);
undo.addEventListener("click", takeBack);
for (const button of findAll("try-again", HTMLButtonElement)) {
  button.addEventListener("click", () => leave());
}
watchServer(page.dataset.address ?? "", showConnection);

function isShared() {
  return opponentChoice.value !== EASY;
}

/** Begin a game on the chosen board, against the chosen opponent. */
function begin() {
  offered = chosen();
  board = show(offered);
  change([]);
}

/** @param {number} cell that is played */
function play(cell) {
  if (targetOf(offered, moves, cell) === cell) change([...moves, cell]);
}

/** Take a move back; against Easy so many that it is one's own turn. */
function takeBack() {
  const count = !isShared() && markOf(moves.length) === "X" ? 2 : 1;
  change(moves.slice(0, -count));
}

/** @param {number[]} changed */
function change(changed) {
  moves = changed;
  draw();
  try {
    const opponent = opponentChoice.value;
    localStorage.setItem(KEY, JSON.stringify({ board: offered.id, opponent, moves }));
  } catch {
    // Without storage the game lasts as long as the page.
  }
}

function draw() {
  const outcome = outcomeOf(offered, moves);
  const isOpen = !outcome && (isShared() || markOf(moves.length) === "X");
  board.draw(moves, { isOpen, isShared: isShared() });
  const last = moves.at(-1);
  const move = last === undefined ? "" : `${board.describe(last, markOf(moves.length - 1))}. `;
  const sentence = describe();
  find("words", HTMLElement).textContent = sentence;
  find("announce", HTMLElement).textContent = move + sentence;
  for (const seat of findAll("seat", HTMLElement)) {
    seat.toggleAttribute("data-turn", !outcome && seat.dataset.seat === markOf(moves.length));
  }
  for (const part of findAll("when", HTMLElement)) {
    part.hidden = part.dataset.when !== opponentChoice.value;
  }
  const isLost = !isShared() && outcome?.winner === "O";
  page.dataset.result = isLost ? "lost" : outcome && !outcome.winner ? "drawn" : "";
  undo.disabled = moves.length === 0;
  clearTimeout(reply);
  if (!outcome && !isOpen) reply = setTimeout(answer, REPLY_AFTER);
}

/** Play Easy's move. */
function answer() {
  change([...moves, easyMove(offered, moves)]);
}

function describe() {
  const outcome = outcomeOf(offered, moves);
  if (outcome && !outcome.winner) return words.drawn ?? "";
  const event = outcome?.winner ? `won_${outcome.winner}` : `turn_${markOf(moves.length)}`;
  return words[`${opponentChoice.value}_${event}`] ?? "";
}

/** Go on with the game that this browser has kept. */
function restore() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (boards.some(({ id }) => id === kept?.board)) {
      boardChoice.value = kept.board;
      if (kept.opponent !== EASY) opponentChoice.selectedIndex = 1;
      offered = chosen();
      board = show(offered);
      for (const move of kept.moves) {
        if (targetOf(offered, moves, move) === move) moves.push(move);
      }
    }
  } catch {
    moves = [];
  }
  draw();
}

/** @returns {OfferedBoard} */
function chosen() {
  const found = boards.find(({ id }) => id === boardChoice.value) ?? boards[0];
  if (!found) throw new Error("The page has no boards");
  return found;
}

/** @param {OfferedBoard} shown */
function show(shown) {
  const template = findAll("board-of", HTMLTemplateElement).find(
    ({ dataset }) => dataset.boardOf === shown.id,
  );
  if (!template) throw new Error(`The page has no board ${shown.id}`);
  place.replaceChildren(document.importNode(template.content, true));
  const form = find("move-form", HTMLFormElement, place);
  find("rule", HTMLElement).textContent = shown.rule;
  find("goal", HTMLElement).textContent = shown.goal;
  const { pieces = "marks" } = find("board", HTMLElement, form).dataset;
  page.dataset.pieces = pieces;
  for (const seat of findAll("seat", HTMLElement)) showPieceSet(seat, pieces);
  return new Board(form, shown, play, words.empty ?? "");
}

/** @param {boolean} isReachable */
function showConnection(isReachable) {
  wasLost ||= !isReachable;
  find("again", HTMLElement).hidden = !wasLost;
  find("connected", HTMLElement).hidden = wasLost;
  find("lost", HTMLElement).hidden = isReachable;
  find("back", HTMLElement).hidden = !isReachable;
}

/** Show what this page stands for; whoever came to it by its own address is led to the first page. */
function leave() {
  if (location.pathname === page.dataset.address) location.assign(page.dataset.home ?? "/");
  else location.reload();
}

/** In place of a game, say that it is kept. */
function showWhatIsKept() {
  const isGame = location.pathname.startsWith(page.dataset.games ?? "");
  find("of-page", HTMLElement).hidden = isGame;
  find("of-game", HTMLElement).hidden = !isGame;
}

/** Follow the theme that was chosen on other pages, of which a cookie tells. */
function showTheme() {
  const theme = /(?:^|; )theme=(\w+)/.exec(document.cookie)?.[1];
  if (theme) document.documentElement.dataset.theme = FORMER_THEMES[theme] ?? theme;
}

/** @param {string} id */
function readJson(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}
