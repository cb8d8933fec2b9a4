// The elements of the game's page, each found once. Those that not every page has may be null.

import { find, findAll, findOptional } from "../../dom.js";
import { cellsOf } from "../../cells.js";

/** @type {Mark[]} */
export const MARKS = ["X", "O"];

export const page = find("game", HTMLElement);
export const icon = find("plain", HTMLLinkElement);

// Sentences
export const alert = find("alert", HTMLElement);
export const status = find("words", HTMLElement);
export const more = find("more", HTMLElement); // what is said below it
export const politeRegion = find('announce="polite"', HTMLElement);
export const assertiveRegion = find('announce="assertive"', HTMLElement);

// Board
export const board = find("board", HTMLElement);
export const rows = find("rows", HTMLElement, board);
export const cells = cellsOf(board, HTMLElement);
export const note = find("note", HTMLElement); // a few words over the board
export const moveForm = findOptional("move-form", HTMLFormElement);

// Players
export const seats = { X: seatOf("X"), O: seatOf("O") };
export const watchers = find("watchers", HTMLElement);

// Actions
export const partsByStatus = findAll("when", HTMLElement);
export const nextGame = findOptional("next", HTMLAnchorElement);
export const rematch = findPart("rematch", (root) => ({
  root,
  button: find("rematch-name", HTMLElement, root),
}));
export const offer = findPart("offer", (root) => ({
  root,
  level: find("offer-level", HTMLInputElement, root),
  button: find("offer-name", HTMLElement, root),
  others: findAll("other-level", HTMLButtonElement),
}));
export const hideTalk = findAll("hide-talk", HTMLInputElement);
// What one player asks the other to agree to
export const requests = { undo: findRequest("undo"), draw: findRequest("draw") };
export const hint = {
  words: find("hint-words", HTMLElement),
  used: find("hints", HTMLElement),
  count: find("hints-count", HTMLElement),
  button: findOptional("hint-name", HTMLElement),
  signs: findOptional("hint-signs", HTMLElement), // shows what each move leads to
};

// Moves
export const moves = find("moves", HTMLElement);
export const moveTemplate = find("move-template", HTMLTemplateElement);
export const lastPly = find("last-ply", HTMLElement);
export const stepper = find("steps", HTMLElement);
export const playOn = findAll("play-on", HTMLAnchorElement); // to another game from the shown position

/** @param {Mark} mark */
function seatOf(mark) {
  const root = find(`seat="${mark}"`, HTMLElement);
  return {
    root,
    name: find("name", HTMLElement, root),
    account: find("account", HTMLAnchorElement, root),
    presence: find("presence", HTMLElement, root),
    avatar: find("avatar", HTMLElement, root),
    clock: findOptional(`clock="${mark}"`, HTMLElement),
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
