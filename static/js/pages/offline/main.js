// The page that is shown without a connection: a game against Easy or for two on this device, by rules of its own. It
// is kept in this browser alone, until another is begun.

import { FormBoard } from "../../board.js";
import { drawPosition, marksAfter, showPieceSet, sideName, spoken } from "../../cells.js";
import { cookie } from "../../csrf.js";
import { varied } from "../../delays.js";
import { find, findAll, readJson, say, setAttribute } from "../../dom.js";
import { attempt, noteOfflineWin } from "../../remembered.js";
import { bindZoom } from "../../zoom.js";
import { endOf, strokeOf } from "./end.js";
import { easyMove } from "./easy.js";
import {
  closedBoards,
  isDivided,
  markOf,
  middleOf,
  outcomeOf,
  targetBoard,
  targetsOf,
} from "./rules.js";
import { withSounds } from "../../sounds.js";

/** @typedef {Variant & Shape & { id: string, rule: string, goal: string }} OfferedBoard */

const KEY = "offline-game"; // of the browser's storage
const EASY = "easy"; // the other choice is two on this device
const REPLY_AFTER = 450; // milliseconds
const ASK_EVERY = 10_000; // milliseconds
const FORMER_THEMES = /** @type {Record<string, string>} */ ({ light: "paper", dark: "chalk" });

/** @type {OfferedBoard[]} */
const boards = readJson("boards");
/** @type {Record<string, string>} */
const words = Object.fromEntries(
  findAll("sentence", HTMLElement).map((each) => [each.dataset.sentence, each.textContent]),
);
const page = find("offline-page", HTMLElement);
const boardChoice = find("board-choice", HTMLSelectElement);
const opponentChoice = find("opponent-choice", HTMLSelectElement);
const place = find("place", HTMLElement);
const undo = find("undo", HTMLButtonElement);

/** @type {OfferedBoard} */
let offered = chosen();
/** @type {number[]} */
let moves = [];
let { board, cells } = show(offered);
let reply = 0; // the timer of Easy's move
let asking = 0; // the timer of the next question to the server
const isOwnAddress = location.pathname === page.dataset.address; // or the worker shows it in place of another
let wasLost = !isOwnAddress;

// The theme that was chosen on other pages
const theme = cookie("theme");
if (theme) document.documentElement.dataset.theme = FORMER_THEMES[theme] ?? theme;
// In place of a game, say that it is kept.
const isGame = location.pathname.startsWith(page.dataset.games ?? "");
find("of-game", HTMLElement).hidden = !isGame;
restore();
for (const choice of [boardChoice, opponentChoice]) choice.addEventListener("change", begin);
find("new-game", HTMLElement).addEventListener("click", begin);
undo.addEventListener("click", () => {
  // Against Easy so many moves that it is one's own turn.
  change(moves.slice(0, !isShared() && markOf(moves.length) === "X" ? -2 : -1));
});
for (const button of findAll("try-again", HTMLButtonElement))
  button.addEventListener("click", () => {
    // Whoever came by this page's own address is led to the first page.
    if (isOwnAddress) location.assign(page.dataset.home ?? "/");
    else location.reload();
  });
for (const type of ["online", "offline"]) addEventListener(type, askServer);
void askServer();

function isShared() {
  return opponentChoice.value !== EASY;
}

function begin() {
  offered = chosen();
  ({ board, cells } = show(offered));
  change([]);
}

/** @param {number[]} changed */
function change(changed) {
  const isMove = changed.length > moves.length;
  const mover = markOf(changed.length - 1);
  moves = changed;
  draw();
  if (isMove)
    withSounds(({ playMove, playEnd }) => {
      playMove(markMade(mover), board.dataset.pieces, !isShared() && mover === "O");
      if ("over" in page.dataset) playEnd(page.dataset.result ?? "");
    });
  if (isMove && !isShared() && outcomeOf(offered, moves)?.winner === "X")
    noteOfflineWin(offered.id, moves);
  const kept = { board: offered.id, opponent: opponentChoice.value, moves };
  attempt(() => localStorage.setItem(KEY, JSON.stringify(kept)));
}

function draw() {
  const outcome = outcomeOf(offered, moves);
  const isOpen = !outcome && (isShared() || markOf(moves.length) === "X");
  drawBoard(outcome, isOpen);
  const last = cells[moves.at(-1) ?? -1];
  const move = last ? `${sideName(board, markOf(moves.length - 1))}: ${spoken(last)}. ` : "";
  const event = outcome?.winner ? `won_${outcome.winner}` : `turn_${markOf(moves.length)}`;
  const isDrawn = outcome && !outcome.winner;
  const sentence = words[isDrawn ? "drawn" : `${opponentChoice.value}_${event}`] ?? "";
  const where = isOpen ? whereToPlay() : "";
  find("words", HTMLElement).textContent = sentence;
  find("rule", HTMLElement).textContent = where || offered.rule;
  say(find("announce", HTMLElement), `${move}${sentence} ${where}`.trim());
  for (const seat of findAll("seat", HTMLElement)) {
    seat.toggleAttribute("data-turn", !outcome && seat.dataset.seat === markOf(moves.length));
  }
  for (const part of findAll("when", HTMLElement)) {
    part.hidden = part.dataset.when !== opponentChoice.value;
  }
  const isLost = !isShared() && outcome?.winner === "O";
  page.dataset.result = isLost ? "lost" : isDrawn ? "drawn" : "";
  page.toggleAttribute("data-begun", moves.length > 0);
  page.toggleAttribute("data-over", outcome !== null);
  undo.disabled = moves.length === 0;
  clearTimeout(reply);
  if (!outcome && !isOpen)
    reply = setTimeout(() => change([...moves, easyMove(offered, moves)]), REPLY_AFTER);
}

/** @param {Outcome | null} outcome @param {boolean} isOpen whether one may play now */
function drawBoard(outcome, isOpen) {
  const marks = marksAfter(moves, cells.length, board.dataset.shared);
  const closed = closedBoards(offered, moves);
  for (const shut of closed)
    if (!shut.mark && shut.line.length > 0) shut.strike = strokeOf(offered, shut.line);
  const position = {
    marks,
    last: moves.at(-1) ?? null,
    end: outcome && drawnEnd(outcome, marks, closed),
    closed,
    target: outcome ? null : targetBoard(offered, moves),
    targets: targetsOf(offered, moves),
    empty: words.empty,
  };
  const turn = outcome ? null : markOf(moves.length);
  setAttribute(board, "data-turn", isShared() ? turn : null);
  setAttribute(board, "data-ghost", isOpen && turn ? markMade(turn) : null);
  drawPosition(board, cells, position, true);
}

/** @param {Outcome} outcome @param {string[]} marks by cell @param {ClosedBoard[]} closed */
function drawnEnd({ line }, marks, closed) {
  if (!isDivided(offered)) return endOf(offered, line, moves.at(-1) ?? null, marks);
  const won = closed.filter(({ mark }) => mark);
  const middles = won.map(({ board: number }) => middleOf(offered, number));
  const large = marks.map((mark, cell) => {
    const holder = won[middles.indexOf(cell)];
    return holder?.mark ?? (line.length > 0 ? mark : "");
  });
  return endOf(offered, line, middles.at(-1) ?? null, large);
}

/** @param {Mark} side */
function markMade(side) {
  return /** @type {Mark} */ (board.dataset.shared ?? side);
}

/** Say where the next move may be made, if the last one leads to a small board. */
function whereToPlay() {
  if (!offered.nested) return "";
  return words[targetBoard(offered, moves) === null ? "anywhere" : "here"] ?? "";
}

function restore() {
  const kept = attempt(() => JSON.parse(localStorage.getItem(KEY) ?? "null"));
  if (boards.some(({ id }) => id === kept?.board) && Array.isArray(kept.moves)) {
    boardChoice.value = kept.board;
    if (kept.opponent !== EASY) opponentChoice.selectedIndex = 1;
    offered = chosen();
    ({ board, cells } = show(offered));
    for (const move of kept.moves) {
      if (targetsOf(offered, moves)[move] === move) moves.push(move);
    }
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
  find("goal", HTMLElement).textContent = shown.goal;
  const { pieces = "marks" } = find("board", HTMLElement, form).dataset;
  page.dataset.pieces = pieces;
  for (const seat of findAll("seat", HTMLElement)) showPieceSet(seat, pieces);
  const formBoard = new FormBoard(form, {
    play(_, { dataset }) {
      const cell = Number(dataset.cell);
      if (targetsOf(offered, moves)[cell] === cell) change([...moves, cell]);
    },
    refuse(cell) {
      const why = moves.includes(cell) ? words.taken : whereToPlay() || words.closed;
      formBoard.say(("ghost" in board.dataset && why) || "");
    },
  });
  bindZoom(formBoard.board);
  return formBoard;
}

// The browser knows only whether there is a network, so the server is asked.
async function askServer() {
  clearTimeout(asking);
  const request = { method: "HEAD", cache: /** @type {const} */ ("no-store") };
  const address = page.dataset.address ?? "";
  const response = navigator.onLine && (await fetch(address, request).catch(() => null));
  showConnection(Boolean(response && response.ok));
  asking = setTimeout(askServer, varied(ASK_EVERY));
}

/** @param {boolean} isReachable */
function showConnection(isReachable) {
  wasLost ||= !isReachable;
  find("again", HTMLElement).hidden = !wasLost;
  find("connected", HTMLElement).hidden = wasLost;
  for (const part of findAll("lost", HTMLElement)) part.hidden = isReachable;
  for (const part of findAll("back", HTMLElement)) part.hidden = !isReachable;
}
