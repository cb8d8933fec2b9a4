// What the page knows and shows, as one object, which the store changes.

/** @import { HintMessage, Mark, Presence, State } from "./types.js"; */

/** @typedef {ReturnType<typeof createState>} PageState */

const ENDINGS_BY_RULES = new Set(["line", "full", "dead"]);

/**
 * A move that was sent and is not confirmed yet.
 *
 * @typedef {{ id: string, ply: number, cell: number, mark: Mark }} PendingMove
 */

/** @typedef {Pick<HintMessage, "ply" | "words" | "best" | "verdicts">} Hint */

/**
 * @param {State} game
 * @param {number} now milliseconds
 */
export function createState(game, now = Date.now()) {
  return {
    game, // the snapshot that is shown
    shownSince: now, // when it was shown, in milliseconds of the browser's clock
    /** @type {State | null} a newer snapshot with the computer's reply, shown after a pause */
    delayed: null,
    /** @type {number | null} the position looked at, in moves from the start; null for the latest */
    viewedPly: null,
    /** @type {PendingMove | null} the move that was sent and is not confirmed yet */
    pending: null,
    isUncertain: false, // whether a move was given up that may still arrive, so that none may be played for now
    isGone: false, // whether the server has removed the game
    /** @type {Hint | null} the last hint, which is out of date after the next move */
    hint: null,
    /** @type {string | null} id of the message that asks for a hint, while it is not answered */
    hintRequest: null,
    /** @type {Partial<Record<Mark, Presence>>} who is here, by mark; empty until the server has said so */
    presence: {},
    watchers: 0, // how many people look at the game without playing
    /** @type {number | null} when the game may be claimed, in milliseconds of the browser's clock */
    claimableAt: claimTime(game, now),
    wasOpponentHere: false, // whether the one to move was here since the page was opened
    wantsRematch: false, // whether to go to the rematch as soon as there is one
    wantsUndo: false, // whether to take back the pending move as soon as it is confirmed
  };
}

/**
 * @param {State} game
 * @param {number} now milliseconds
 */
export function claimTime({ claim_in: seconds }, now) {
  return seconds === null ? null : now + seconds * 1000;
}

/**
 * Return the newest snapshot that has come, whether it is shown already or not.
 *
 * @param {PageState} state
 */
export const newest = ({ delayed, game }) => delayed ?? game;

/**
 * Return the number of moves on the board that is shown.
 *
 * @param {PageState} state
 */
export const shownPly = ({ viewedPly, game }) => viewedPly ?? game.ply;

/**
 * Return whether the latest position is shown.
 *
 * @param {PageState} state
 */
export const isLatestShown = (state) => shownPly(state) === state.game.ply;

/**
 * Return the cells of the line that ended the game, if the position that is shown has it.
 *
 * @param {PageState} state
 */
export const shownLine = (state) => (isLatestShown(state) ? (state.game.outcome?.line ?? []) : []);

/**
 * Return whether this person may begin another game with the position that is shown: an earlier one, or the last of a
 * game that the rules have not ended. Of others' games only those that are public and over. An exhibition leads on
 * everybody, also from the position that is played: nobody has an advantage by that.
 *
 * @param {PageState} state
 */
export function canPlayOn(state) {
  const { you, is_public: isPublic, outcome, exhibition } = state.game;
  if (you.length === 0 && !exhibition && !(isPublic && outcome)) return false;
  if (!isLatestShown(state)) return true;
  return outcome ? !ENDINGS_BY_RULES.has(outcome.reason) : exhibition !== null;
}

/**
 * Return how the game ended for this person, for spectators just that it is over, "" while it goes on.
 *
 * @param {State} game
 * @returns {"won" | "lost" | "drawn" | "over" | ""}
 */
export function resultFor({ status, outcome, you }) {
  if (status !== "finished" || !outcome) return "";
  if (!outcome.winner) return "drawn";
  if (you.length !== 1) return "over";
  return you[0] === outcome.winner ? "won" : "lost";
}

/**
 * Return whether this person has not moved yet in a game that goes on.
 *
 * @param {State} game
 */
export function isBeforeOwnMove({ status, you, ply, start_ply: start }) {
  const begins = start % 2 ? "O" : "X";
  return status === "playing" && ply <= start + (you[0] === begins ? 0 : 1);
}

/**
 * Return whether this person may play a move on the board that is shown.
 *
 * @param {PageState} state
 */
export function isYourMove({ game, viewedPly, pending, isGone, isUncertain }) {
  const isFree = viewedPly === null && pending === null && !isGone && !isUncertain;
  return isFree && game.status === "playing" && game.you.includes(game.turn);
}

/**
 * Return the cell that a press on this one plays: where pieces fall, the lowest free cell of its column. Null for none.
 *
 * @param {PageState} state
 * @param {number} cell
 */
export function targetCell({ game: { landing, cells } }, cell) {
  if (landing) return landing[cell % landing.length] ?? null;
  return cells[cell] === "." ? cell : null;
}

/**
 * Return the hint for the position that is shown.
 *
 * @param {PageState} state
 */
export function shownHint({ hint, viewedPly, game }) {
  const isPlaying = viewedPly === null && game.status === "playing";
  return isPlaying && hint?.ply === game.ply ? hint : null;
}

/**
 * Return the name of the opponent who asked for a rematch, "" if nobody did.
 *
 * @param {State} game
 */
export const rematchAskedBy = ({ next_by: by, you, seats }) =>
  by && you.length > 0 && !you.includes(by) ? (seats[by]?.name ?? "") : "";

/**
 * Return whether the game is over and an opponent is not here to play again.
 *
 * @param {PageState} state
 */
export function isOpponentGone({ game: { next, you }, presence }) {
  if (next) return false;
  return Object.entries(presence).some(
    ([mark, seen]) => !you.some((own) => own === mark) && seen !== "here",
  );
}

/**
 * Return how the one to move is away while this person waits for them, null if this is not so.
 *
 * @param {PageState} state
 * @returns {Presence | null}
 */
export function awayOpponent({ game: { status, turn, you, awaited }, presence }) {
  if (awaited.length > 0) return null; // Nobody who has not come to the rematch yet has gone.
  const isWaiting = status === "playing" && you.length === 1 && you[0] !== turn;
  const seen = presence[turn];
  return isWaiting && seen && seen !== "here" ? seen : null;
}
