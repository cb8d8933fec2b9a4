// The elements of the game's page, each found once. Those that not every page has may be null.

import { find, findAll, findOptional, readJson } from "../../dom.js";
import { cellsOf } from "../../board.js";

/** @type {Mark[]} */
export const MARKS = ["X", "O"];

export const page = find("game", HTMLElement);
export const icon = find("plain", HTMLLinkElement);

// Sentences
export const alert = find("alert", HTMLElement);
export const status = find("words", HTMLElement);
export const more = find("more", HTMLElement); // what is said below it
export const away = find("away", HTMLElement); // that the opponent is, and for how long
export const where = find("where", HTMLElement); // in which small board to play, and why
export const sending = findOptional("sending", HTMLElement); // that a move sends the other somewhere
export const beforeMove = find("before-move", HTMLElement); // in a rematch, or where the time for it is limited
export const said = {
  root: find("said", HTMLElement), // what one of the two has said since the last move
  sign: find("said-sign", SVGUseElement),
  words: find("said-words", HTMLElement),
};
export const rule = find("rule", HTMLElement);
export const politeRegion = find('announce="polite"', HTMLElement);
export const assertiveRegion = find('announce="assertive"', HTMLElement);

// Board
export const board = find("board", HTMLElement);
export const rows = find("rows", HTMLElement, board);
export const cells = cellsOf(board, HTMLElement);
export const verdictTemplate = find("verdict-template", HTMLTemplateElement);
export const zoom = findOptional("zoom", HTMLElement, board); // buttons, where cells are small
export const note = find("note", HTMLElement); // a few words over the board
export const moveForm = findOptional("move-form", HTMLFormElement);

// Players
export const seats = { X: seatOf("X"), O: seatOf("O") };
export const headingNames = [...find("heading", HTMLElement).querySelectorAll("bdi")]; // in the order of MARKS
export const draws = find("draws", HTMLElement);
export const watchers = find("watchers", HTMLElement);

// Actions
export const partsByStatus = findAll("when", HTMLElement);
export const nextGame = findOptional("next", HTMLAnchorElement);
export const hostAway = findOptional("host-away", HTMLElement);
export const rematch = findPart("rematch", (root) => ({
  root,
  button: find("rematch-name", HTMLElement, root),
}));
export const offer = findPart("offer", (root) => ({
  root,
  level: find("offer-level", HTMLInputElement, root),
  button: find("offer-name", HTMLElement, root),
}));
export const reviewLink = findOptional("review-link", HTMLAnchorElement);
export const reviewWords = findOptional("review-words", HTMLElement); // beside it
// What takes the place of the sentence, the first that is open
export const questions = findAll("question", HTMLElement).map((root) => ({
  root,
  kind: /** @type {Question} */ (root.dataset.question),
  words: find("question-words", HTMLElement, root),
}));
export const claim = findOptional("claim", HTMLElement); // ends the game of an opponent who is away
export const hideTalk = findAll("hide-talk", HTMLInputElement);
export const tryNow = find("try-now", HTMLElement);
export const offlineMore = find("offline-more", HTMLElement);
export const resultWords = findOptional("result-words", HTMLElement);
// What one player asks the other to agree to
export const requests = { undo: findRequest("undo"), draw: findRequest("draw") };
export const slots = [...document.querySelectorAll("button:is(.slot, .menu-entry)")].filter(
  (slot) => slot instanceof HTMLButtonElement,
);
export const hint = {
  words: find("hint-words", HTMLElement),
  used: find("hints", HTMLElement),
  count: find("hints-count", HTMLElement),
  button: findOptional("hint-name", HTMLElement),
  signs: findOptional("hint-signs", HTMLElement), // shows what each move leads to
};
/** @type {Record<string, string>} words by picture */
export const pictures = readJson("pictures");

// Moves
export const moves = find("moves", HTMLElement);
export const moveTemplate = find("move-template", HTMLTemplateElement);
export const lastPly = find("last-ply", HTMLElement);
export const stepper = find("steps", HTMLElement);
export const playOn = findOptional("play-on", HTMLAnchorElement); // to another game from the shown position
export const positionLinks = findAll("position-link", HTMLAnchorElement);

/** @param {Mark} mark */
function seatOf(mark) {
  const root = find(`seat="${mark}"`, HTMLElement);
  return {
    root,
    name: find("name", HTMLElement, root),
    account: find("account", HTMLAnchorElement, root),
    presence: find("presence", HTMLElement, root),
    avatar: find("avatar", HTMLElement, root),
    clock: findOptional("clock", HTMLElement, root),
    score: find(`score="${mark}"`, HTMLElement),
  };
}

/** @param {"undo" | "draw"} kind */
function findRequest(kind) {
  return findPart(`${kind}-name`, (button) => ({
    button,
    requested: find(`${kind}-requested`, HTMLElement),
    declined: find(`${kind}-declined`, HTMLElement),
  }));
}

/** @template T @param {string} hook @param {(root: HTMLElement) => T} describe */
function findPart(hook, describe) {
  const root = findOptional(hook, HTMLElement);
  return root && describe(root);
}
