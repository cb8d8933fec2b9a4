// What the page knows and shows, as one object, which the store changes; and what follows from a snapshot.

/** @import { HintMessage, Mark, Presence, State } from "./types.js"; */

const ENDINGS_BY_RULES = new Set(["line", "full", "dead"]);

/**
 * A move that was sent and is not confirmed yet.
 *
 * @typedef {{ id: string, ply: number, cell: number, mark: Mark }} PendingMove
 */

/** @typedef {Pick<HintMessage, "ply" | "words" | "best" | "verdicts">} Hint */

export class PageState {
  shownSince = Date.now(); // when the snapshot was shown, in milliseconds of the browser's clock
  /** @type {State | null} a newer snapshot with the computer's reply, shown after a pause */
  delayed = null;
  /** @type {number | null} the position looked at, in moves from the start; null for the latest */
  viewedPly = null;
  /** @type {PendingMove | null} the move that was sent and is not confirmed yet */
  pending = null;
  isUncertain = false; // whether a move was given up that may still arrive, so that none may be played for now
  isGone = false; // whether the server has removed the game
  /** @type {Hint | null} the last hint, which is out of date after the next move */
  hint = null;
  /** @type {string | null} id of the message that asks for a hint, while it is not answered */
  hintRequest = null;
  /** @type {Partial<Record<Mark, Presence>>} who is here, by mark; empty until the server has said so */
  presence = {};
  watchers = 0; // how many people look at the game without playing
  wasOpponentHere = false; // whether the one to move was here since the page was opened
  wantsRematch = false; // whether to go to the rematch as soon as there is one
  wantsUndo = false; // whether to take back the pending move as soon as it is confirmed

  /** @param {State} game the snapshot that is shown */
  constructor(game) {
    this.game = game;
    /** @type {number | null} when the game may be claimed, in milliseconds of the browser's clock */
    this.claimableAt = claimTime(game);
  }

  copy() {
    return Object.assign(new PageState(this.game), this);
  }

  /** The newest snapshot that has come, whether it is shown already or not. */
  get newest() {
    return this.delayed ?? this.game;
  }

  /** The number of moves on the board that is shown. */
  get shownPly() {
    return this.viewedPly ?? this.game.ply;
  }

  get isLatestShown() {
    return this.shownPly === this.game.ply;
  }

  /** The cells of the line that ended the game, if the position that is shown has it. */
  get shownLine() {
    return this.isLatestShown ? (this.game.outcome?.line ?? []) : [];
  }

  /** The hint for the position that is shown. */
  get shownHint() {
    const isPlaying = this.viewedPly === null && this.game.status === "playing";
    return isPlaying && this.hint?.ply === this.game.ply ? this.hint : null;
  }

  /**
   * Whether this person may begin another game with the position that is shown: an earlier one, or the last of a game
   * that the rules have not ended, and in which there is a mark. Of others' games only those that are public and over.
   * An exhibition leads on everybody, also from the position that is played: nobody has an advantage by that.
   */
  get canPlayOn() {
    const { you, ply, is_public: isPublic, outcome, exhibition } = this.game;
    const mayLookBack = you.length > 0 || (isPublic && outcome);
    if (!exhibition && !(ply > 0 && mayLookBack)) return false;
    if (!this.isLatestShown) return true;
    return outcome ? !ENDINGS_BY_RULES.has(outcome.reason) : exhibition !== null;
  }

  /** Whether this person may play a move on the board that is shown. */
  get isYourMove() {
    const isFree = this.viewedPly === null && this.pending === null;
    const { status, you, turn } = this.game;
    return (
      isFree && !this.isGone && !this.isUncertain && status === "playing" && you.includes(turn)
    );
  }

  /**
   * Return the cell that a press on this one plays: where pieces fall, the lowest free cell of its column. Null for none.
   *
   * @param {number} cell
   */
  targetOf(cell) {
    const { landing, cells } = this.game;
    if (landing) return landing[cell % landing.length] ?? null;
    return cells[cell] === "." ? cell : null;
  }

  /** Whether the game is over and an opponent is not here to play again. */
  get isOpponentGone() {
    const { next, you } = this.game;
    const isGone = (/** @type {Mark} */ mark) =>
      !you.includes(mark) && isElsewhere(this.presence[mark]);
    return !next && (isGone("X") || isGone("O"));
  }

  /** How the one to move is away while this person waits for them, null if this is not so. */
  get awayOpponent() {
    const { status, turn, you, awaited } = this.game;
    // Nobody who has not come to the rematch yet has gone.
    const isWaiting =
      status === "playing" && you.length === 1 && you[0] !== turn && awaited.length === 0;
    const seen = this.presence[turn];
    return isWaiting && seen && seen !== "here" ? seen : null;
  }
}

/** @param {Presence | undefined} seen */
const isElsewhere = (seen) => seen !== undefined && seen !== "here";

/** @param {State} game */
export function claimTime({ claim_in: seconds }) {
  return seconds === null ? null : Date.now() + seconds * 1000;
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

/** @param {State} game */
export function isBeforeOwnMove({ status, you, ply, start_ply: start }) {
  const begins = start % 2 ? "O" : "X";
  return status === "playing" && ply <= start + (you[0] === begins ? 0 : 1);
}

/**
 * Return the name of the opponent who asked for a rematch, "" if nobody did.
 *
 * @param {State} game
 */
export const rematchAskedBy = ({ next_by: by, you, seats }) =>
  by && you.length > 0 && !you.includes(by) ? (seats[by]?.name ?? "") : "";
