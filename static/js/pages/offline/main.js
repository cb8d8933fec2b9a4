// The page that is shown without a connection: a game for two on this device, by rules of its own. It is kept in this
// browser alone, until another is begun.

import { find, findAll } from "../../dom.js";
import { Board } from "./board.js";
import { markOf, outcomeOf, targetOf } from "./rules.js";

/** @import { Variant } from "./rules.js"; */

/** @typedef {Variant & { id: string, rule: string }} OfferedBoard */

const KEY = "offline-game"; // of the browser's storage

/** @type {OfferedBoard[]} */
const boards = readJson("boards");
/** @type {Record<string, string>} */
const words = readJson("words");
const choice = find("board-choice", HTMLSelectElement);
const place = find("place", HTMLElement);
const status = find("words", HTMLElement);
const rule = find("rule", HTMLElement);
const undo = find("undo", HTMLButtonElement);

/** @type {OfferedBoard} */
let offered = chosen();
/** @type {number[]} */
let moves = [];
let board = show(offered);

showTheme();
restore();
choice.addEventListener("change", () => begin());
find("new-game", HTMLElement).addEventListener("click", () => begin());
find("try-again", HTMLElement).addEventListener("click", () => location.reload());
undo.addEventListener("click", () => change(moves.slice(0, -1)));
addEventListener("online", showConnection);
addEventListener("offline", showConnection);
showConnection();

/** Begin a game on the chosen board. */
function begin() {
  offered = chosen();
  board = show(offered);
  change([]);
}

/** @param {number} cell that is pressed */
function press(cell) {
  const target = targetOf(offered, moves, cell);
  if (target !== null) change([...moves, target]);
}

/** @param {number[]} changed */
function change(changed) {
  moves = changed;
  draw();
  try {
    localStorage.setItem(KEY, JSON.stringify({ board: offered.id, moves }));
  } catch {
    // Without storage the game lasts as long as the page.
  }
}

function draw() {
  board.draw(moves);
  const last = moves.at(-1);
  const move = last === undefined ? "" : `${markOf(moves.length - 1)}: ${board.nameOf(last)}. `;
  const sentence = describe();
  status.textContent = sentence;
  find("announce", HTMLElement).textContent = move + sentence;
  undo.disabled = moves.length === 0;
}

function describe() {
  const outcome = outcomeOf(offered, moves);
  if (!outcome) return fill("turn", markOf(moves.length));
  return outcome.winner ? fill("won", outcome.winner) : fill("drawn", "");
}

/**
 * @param {string} name
 * @param {string} mark
 */
function fill(name, mark) {
  return (words[name] ?? "").replace("%(mark)s", mark);
}

/** Go on with the game that this browser has kept. */
function restore() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (boards.some(({ id }) => id === kept?.board)) {
      choice.value = kept.board;
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
  const found = boards.find(({ id }) => id === choice.value) ?? boards[0];
  if (!found) throw new Error("The page has no boards");
  return found;
}

/** @param {OfferedBoard} shown */
function show(shown) {
  const template = findAll("board-of", HTMLTemplateElement).find(
    ({ dataset }) => dataset.boardOf === shown.id,
  );
  if (!template) throw new Error(`The page has no board ${shown.id}`);
  const content = document.importNode(template.content, true);
  const { empty = "", again = "" } = words;
  const made = new Board(content, shown, press, { empty, again });
  place.replaceChildren(content);
  rule.textContent = shown.rule;
  return made;
}

function showConnection() {
  find("online", HTMLElement).hidden = !navigator.onLine;
}

/** Follow the theme that was chosen on other pages, of which a cookie tells. */
function showTheme() {
  const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1];
  if (theme) document.documentElement.dataset.theme = theme;
}

/** @param {string} id */
function readJson(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}
