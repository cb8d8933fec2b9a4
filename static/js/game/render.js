// Draws the page from the store; asks it nothing but what is so.

import { drawHint } from "./hint.js";
import { strokeOf } from "../lines.js";

const MARKS = ["X", "O"];
const SHOWN_FOR = 4000; // milliseconds that a reaction stands
const ALERT_FOR = 12000; // milliseconds, unless it is pressed away before
const bubbles = new Map(); // mark -> timer
let alertTimer = 0;
let titleNews = ""; // what happened while nobody looked

const find = (hook) => document.querySelector(`[data-${hook}]`);
const findAll = (hook) => [...document.querySelectorAll(`[data-${hook}]`)];

export function renderer(store) {
  const seen = () => ({ ...store.snapshot, shown: store.ply });
  let drawn = seen();

  return () => {
    const { snapshot, viewed } = store;
    drawMarks(store, drawn);
    drawLine(store, drawn);
    drawPlayers(snapshot);
    drawHint(store);
    drawActions(store);
    drawUndo(snapshot, drawn);
    drawMoves(store);
    drawTitle(snapshot, drawn);
    find("words").textContent = status(store);
    keepFocus();
    if (drawn.words !== snapshot.words || drawn.ply !== snapshot.ply) announce(snapshot, drawn);
    drawn = seen();
  };
}

// What had the focus may be gone; the words that say why are the place to go on from.
export function keepFocus() {
  if (document.activeElement?.closest("[hidden]")) find("words").focus();
}

export function say(words, urgency = "polite") {
  document.querySelector(`[data-say="${urgency}"]`).textContent = words;
}

export function showAlert(words) {
  const alert = find("alert");
  alert.textContent = words;
  alert.hidden = !words;
  clearTimeout(alertTimer);
  alertTimer = setTimeout(() => (alert.hidden = true), ALERT_FOR);
}

find("alert").addEventListener("click", () => showAlert(""));

export function showConnection(isGood, words = "") {
  find("offline").textContent = words;
  find("offline").hidden = isGood;
  find("game").toggleAttribute("data-connected", isGood);
}

// A reaction stands beside its seat for a while, and is read out.
export function showReaction(mark, reaction, snapshot) {
  const words = document.querySelector(`[data-reaction="${reaction}"]`)?.textContent ?? reaction;
  const bubble = document.querySelector(`[data-seat="${mark}"] [data-bubble]`);
  bubble.textContent = words;
  bubble.hidden = false;
  clearTimeout(bubbles.get(mark));
  bubbles.set(mark, setTimeout(() => (bubble.hidden = true), SHOWN_FOR));
  if (!snapshot.you.includes(mark)) say(`${snapshot.seats[mark].name}: ${words}`);
}

// Say who is here, and aloud when somebody one plays with comes or goes.
export function showPresence({ seats, watchers }, snapshot) {
  for (const [mark, presence] of Object.entries(seats)) {
    if (snapshot.you.includes(mark)) continue;
    const shown = document.querySelector(`[data-seat="${mark}"] [data-presence]`);
    // Who has gone on to the rematch has not gone away.
    if (snapshot.next && presence !== "here") {
      shown.dataset.presence = shown.textContent = "";
      continue;
    }
    const isNews = shown.dataset.presence && shown.dataset.presence !== presence;
    if (isNews && snapshot.you.length) say(`${snapshot.seats[mark].name} is ${presence}`);
    shown.dataset.presence = presence;
    shown.textContent = presence;
  }
  const watching = find("watchers");
  watching.hidden = watchers === 0;
  watching.textContent = `${watchers} watching`;
}

function status({ snapshot, viewed, pending, isClosed }) {
  if (isClosed) return "This game is gone";
  if (pending) return "Sending your move";
  return viewed === null ? snapshot.words : `Move ${viewed} of ${snapshot.ply} · ${snapshot.words}`;
}

function marksAt(store) {
  const marks = new Map();
  store.snapshot.moves.slice(0, store.ply).forEach((cell, ply) => marks.set(cell, MARKS[ply % 2]));
  return marks;
}

function drawMarks(store, drawn) {
  const { snapshot, pending, viewed } = store;
  const marks = marksAt(store);
  const last = snapshot.moves[store.ply - 1];
  const line = isWhole(store) ? (snapshot.outcome?.line ?? []) : [];
  for (const cell of findAll("cell")) {
    const number = Number(cell.dataset.cell);
    const isPending = viewed === null && pending?.cell === number;
    const mark = isPending ? pending.mark : (marks.get(number) ?? "");
    const isFresh = mark && !cell.dataset.mark && store.ply >= drawn.shown;
    if (isFresh) cell.dataset.fresh = "";
    else if (!mark) delete cell.dataset.fresh;
    cell.dataset.mark = mark;
    cell.toggleAttribute("data-pending", isPending);
    cell.toggleAttribute("data-last", number === last && !isPending);
    cell.toggleAttribute("data-line", line.includes(number));
    const verdict = store.hint?.verdicts[store.target(number)];
    const leads = verdict ? `: ${verdict.words}` : "";
    cell.setAttribute("aria-label", `${cell.dataset.name}, ${mark || "empty"}${leads}`);
    if (cell.tagName === "BUTTON") cell.setAttribute("aria-disabled", !store.canPlay(number));
  }
  const board = find("board");
  if (board.dataset.turn) board.dataset.turn = snapshot.turn;
  if (store.isYourMove) board.dataset.ghost = snapshot.turn;
  else delete board.dataset.ghost;
}

function isWhole(store) {
  return store.ply === store.snapshot.ply;
}

function drawLine(store, drawn) {
  const { snapshot } = store;
  const strike = find("strike");
  const line = isWhole(store) ? (snapshot.outcome?.line ?? []) : [];
  find("board").toggleAttribute("data-won", line.length > 0);
  if (line.length === 0) {
    for (const name of ["x1", "y1", "x2", "y2"]) strike.removeAttribute(name);
    return;
  }
  strike.toggleAttribute("data-fresh", drawn.version !== snapshot.version);
  const ends = strokeOf(line, Number(find("board").dataset.width));
  for (const [name, value] of Object.entries(ends)) strike.setAttribute(name, value);
}

function drawPlayers({ seats, score, status, turn }) {
  for (const mark of MARKS) {
    const seat = document.querySelector(`[data-seat="${mark}"]`);
    seat.querySelector("[data-name]").textContent = seats[mark]?.name ?? "Nobody yet";
    seat.toggleAttribute("data-turn", status === "playing" && turn === mark);
    document.querySelector(`[data-score="${mark}"]`).textContent = score[mark];
  }
  const draws = find("draws");
  draws.textContent = `${score.draws} drawn`;
  draws.hidden = score.draws === 0;
}

function drawActions({ snapshot, viewed, isClosed, isLeftAlone }) {
  const { next } = snapshot;
  const status = isClosed ? "closed" : snapshot.status;
  find("game").dataset.status = status;
  for (const part of findAll("when")) part.hidden = !part.dataset.when.split(" ").includes(status);
  find("live").hidden = viewed === null;
  drawRematch(snapshot, isLeftAlone);
  const link = find("next");
  if (!link) return;
  link.hidden = !next;
  if (next) link.href = find("game").dataset.room.replace("/id/", `/${next}/`);
}

function drawRematch({ next, series }, isLeftAlone) {
  const button = find("rematch-name");
  if (!button) return;
  const again = series.is_over ? "New match" : "Rematch";
  button.textContent = next ? "Go to the rematch" : again;
  button.setAttribute("aria-disabled", isLeftAlone);
  find("rematch-why").hidden = !isLeftAlone;
}

function drawUndo({ undo, may_undo: mayUndo, you, seats }, drawn) {
  const button = find("undo");
  if (!button) return;
  const by = undo?.by;
  button.hidden = !mayUndo;
  find("undo-asked").hidden = !by || !you.includes(by);
  const offer = find("undo-offered");
  offer.hidden = !by || you.includes(by);
  const declined = find("undo-declined");
  declined.hidden = !undo?.is_declined;
  if (!declined.hidden && drawn.undo?.by) say(declined.textContent);
  if (!offer.hidden) find("undo-words").textContent = `${seats[by].name} asks to take a move back`;
}

// What the browser shows of a page that is not looked at.
function drawTitle(snapshot, drawn) {
  const { status, you, turn } = snapshot;
  if (hasBegun(snapshot, drawn) && document.hidden) titleNews = `${arrival(snapshot)}. `;
  if (!document.hidden) titleNews = "";
  document.title = `${titleNews}${snapshot.words} · Tic-tac-toe`;
  const icon = document.querySelector("link[rel=icon]");
  const isYours = status === "playing" && you.length === 1 && you[0] === turn;
  const wanted = isYours ? icon.dataset.turn : icon.dataset.plain;
  if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}

function drawMoves(store) {
  const { snapshot } = store;
  const list = find("moves");
  // Moves may have been taken back, and others made.
  const kept = [...list.children].findIndex((item, ply) => Number(item.dataset.played) !== snapshot.moves[ply]);
  if (kept >= 0) list.replaceChildren(...[...list.children].slice(0, kept));
  snapshot.moves.slice(list.children.length).forEach((cell) => {
    list.append(moveItem(list.children.length, cell));
  });
  for (const link of list.querySelectorAll("a")) {
    if (Number(link.dataset.ply) === store.ply) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  keepInSight(list, list.querySelector("[aria-current]"));
  find("none").hidden = snapshot.moves.length > 0;
  find("at").textContent = store.ply;
  find("of").textContent = snapshot.ply;
  for (const step of findAll("step")) {
    const isBack = ["first", "back"].includes(step.dataset.step);
    step.setAttribute("aria-disabled", isBack ? store.ply === 0 : isWhole(store));
  }
}

// Only the list itself may move, where it is so long that it scrolls; never the page.
function keepInSight(list, link) {
  if (!link) return;
  const top = link.offsetTop;
  const bottom = top + link.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

function moveItem(ply, cell) {
  const item = find("move").content.cloneNode(true);
  item.querySelector("li").dataset.played = cell;
  const link = item.querySelector("a");
  link.href = `${find("game").dataset.address}?ply=${ply + 1}`;
  link.dataset.ply = ply + 1;
  link.querySelector(".mark").dataset.mark = MARKS[ply % 2];
  const [mark, name] = link.querySelectorAll("span");
  mark.textContent = MARKS[ply % 2];
  name.textContent = document.querySelector(`[data-cell="${cell}"]`).dataset.name;
  return item;
}

function hasBegun(snapshot, drawn) {
  return drawn.status === "waiting" && snapshot.status === "playing" && snapshot.you.length === 1;
}

function arrival({ you, seats }) {
  return `${seats[MARKS.find((mark) => !you.includes(mark))].name} has joined`;
}

// Tell those who cannot see the board what has changed.
function announce(snapshot, drawn) {
  if (hasBegun(snapshot, drawn)) {
    say(`${arrival(snapshot)}. ${snapshot.words}`);
    return;
  }
  if (snapshot.outcome) {
    say(snapshot.words, "assertive");
    return;
  }
  const { ply, moves, you } = snapshot;
  const mark = MARKS[(ply - 1) % 2];
  if (ply < drawn.ply) {
    say(`Taken back. ${snapshot.words}`);
    return;
  }
  const isNews = ply > drawn.ply && !(you.length === 1 && you[0] === mark);
  const cell = isNews && document.querySelector(`[data-cell="${moves[ply - 1]}"]`);
  say(cell ? `${mark}: ${cell.dataset.name}. ${snapshot.words}` : snapshot.words);
}
