// What the page knows and shows, as one object, what follows from a snapshot, and the store, which changes it.

/**
 * A move that was sent and is not confirmed yet.
 *
 * @typedef {{ id: string, ply: number, cell: number, mark: Mark, isLate?: boolean }} PendingMove
 */

// The computer's reply is shown after a pause between these, in milliseconds, as if it had thought.
const LEAST_PAUSE = 350;
const MOST_PAUSE = 650;
const LATE_AFTER = 1000; // milliseconds in which the faint mark is enough to say that a move is on its way
const TENTHS_BELOW = 100; // tenths of a second, below which a clock shows them

export class PageState {
  shownSince = performance.now(); // when the snapshot was shown, by performance.now()
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
  /** @type {number | null} the cell that would have held a game that was lost, once the review knows it */
  held = null;
  heldWords = ""; // what is said of it, in the place of what ended the game
  /** @type {Partial<Record<Mark, Presence>>} who is here, by mark; empty until the server has said so */
  presence = {};
  watchers = 0; // how many people look at the game without playing
  isConnected = false;
  loss = ""; // why the connection was lost, "" while it is not
  wantsRematch = false; // whether to go to the rematch as soon as there is one
  wantsUndo = false; // whether to take back the pending move as soon as it is confirmed

  /** @param {State} game the snapshot that is shown */
  constructor(game) {
    this.game = game;
    /** @type {number | null} when the game may be claimed, by performance.now() */
    this.claimableAt = claimTime(game);
  }

  copy() {
    return Object.assign(new PageState(this.game), this);
  }

  get newest() {
    return this.delayed ?? this.game;
  }

  get shownPly() {
    return this.viewedPly ?? this.game.ply;
  }

  get isLatestShown() {
    return this.shownPly === this.game.ply;
  }

  /** The small board on which the move after the position that is shown must be made. */
  get shownTarget() {
    const { target, targets } = this.game;
    return this.isLatestShown ? target : (targets[this.shownPly] ?? null);
  }

  get shownHint() {
    const isPlaying = this.viewedPly === null && this.game.status === "playing";
    return isPlaying && this.hint?.ply === this.game.ply ? this.hint : null;
  }

  get canPlayOn() {
    const from = this.game.play_on;
    return from === "any" || (from === "earlier" && !this.isLatestShown);
  }

  get isYourMove() {
    const isFree = this.viewedPly === null && this.pending === null;
    const { status, you, turn } = this.game;
    return (
      isFree && !this.isGone && !this.isUncertain && status === "playing" && you.includes(turn)
    );
  }

  // The cell that a press on this one plays: where pieces fall, the lowest free cell of its column.
  /** @param {number} cell */
  targetOf(cell) {
    const { landing, cells, playable } = this.game;
    if (landing) return landing[cell % landing.length] ?? null;
    const isPlayable = playable ? playable.includes(cell) : cells[cell] === ".";
    return isPlayable ? cell : null;
  }

  /** Whether the game is over and an opponent is not here to play again. */
  get isOpponentGone() {
    const { next, you } = this.game;
    const isGone = (/** @type {Mark} */ mark) =>
      !you.includes(mark) && (this.presence[mark] ?? "here") !== "here";
    return !next && (isGone("X") || isGone("O"));
  }

  // Several questions may be open. Without a connection nothing is known of the other.
  /** @param {Question} question */
  isOpen(question) {
    if (question === "offline") return this.loss !== "";
    if (question === "rematch") return this.game.rematch_by !== "";
    const { status, you, [question]: asked } = this.game;
    return status === "playing" && you.length > 0 && Boolean(asked?.by && !you.includes(asked.by));
  }

  /** How long until the game may be claimed against an opponent who is away, null if it may not. */
  get secondsToClaim() {
    if (!this.awayOpponent || this.claimableAt === null) return null;
    return Math.max(0, Math.ceil((this.claimableAt - performance.now()) / 1000));
  }

  /** Whether time matters: there is a clock, or no friend who comes back some day. */
  get isTimed() {
    return this.game.is_timed;
  }

  /** How the one to move is away while this person waits for them, null if this is not so. */
  get awayOpponent() {
    const { status, turn, you, awaited } = this.game;
    // Nobody who has not come to the rematch yet has gone.
    const isWaiting =
      !this.loss &&
      status === "playing" &&
      you.length === 1 &&
      you[0] !== turn &&
      awaited.length === 0;
    const seen = this.presence[turn];
    return isWaiting && seen && seen !== "here" ? seen : null;
  }
}

/** Changes the page's state. Fires "change" whenever there is something to draw. */
export class Store extends EventTarget {
  state;
  /** @type {((game: State, isFirst: boolean) => boolean) | null} says whether a room shows a newer snapshot later */
  keep = null;
  #timer = 0;

  /** @param {State} game */
  constructor(game) {
    super();
    this.state = new PageState(game);
  }

  /** @param {Partial<typeof this.state>} changes */
  change(changes) {
    Object.assign(this.state, changes);
    this.dispatchEvent(new Event("change"));
  }

  // The first snapshot of a connection always holds. Nothing but the computer's reply is shown after a pause.
  /** @param {State} game @param {boolean} isFirst */
  receive(game, isFirst = false) {
    this.state.isUncertain = false;
    this.state.claimableAt = claimTime(game);
    if (game.version < this.state.newest.version && !isFirst) return;
    clearTimeout(this.#timer);
    if (this.keep?.(game, isFirst)) {
      this.state.delayed = game;
    } else if (this.#isComputersReply(game)) {
      this.state.delayed = game;
      const pause = LEAST_PAUSE + Math.random() * (MOST_PAUSE - LEAST_PAUSE);
      this.#timer = setTimeout(() => this.show(game), pause);
    } else {
      this.show(game);
    }
  }

  /** @param {string} id of the message @param {number} cell */
  setPending(id, cell) {
    const { ply, turn } = this.state.game;
    const pending = { id, ply, cell, mark: turn };
    this.change({ pending });
    setTimeout(() => {
      if (this.state.pending === pending) this.change({ pending: { ...pending, isLate: true } });
    }, LATE_AFTER);
  }

  /** @param {string | null} id of the message that asked for it @param {Hint | null} hint */
  resolveHint(id, hint = null) {
    if (id !== null && id === this.state.hintRequest) this.change({ hintRequest: null, hint });
  }

  /** @param {PresenceMessage} message */
  setPresence({ seats, watchers }) {
    this.change({ presence: seats, watchers });
  }

  /** @param {number | null} ply null or a number that is too large for the latest */
  view(ply) {
    const isLatest = ply === null || ply >= this.state.game.ply;
    this.change({ viewedPly: isLatest ? null : Math.max(0, ply) });
  }

  /** @param {State} snapshot */
  #isComputersReply(snapshot) {
    const { ply, turn, seats } = this.state.game;
    // Where the computer plays itself, its moves have a rhythm of their own.
    if (!hasPeople(snapshot)) return false;
    return !document.hidden && snapshot.ply === ply + 1 && Boolean(seats[turn]?.level);
  }

  /** @param {State} game @param {State | null} delayed the newest snapshot, if it is another one */
  show(game, delayed = null) {
    const { pending, hint, viewedPly } = this.state;
    this.change({
      game,
      shownSince: performance.now(),
      delayed,
      hint: game.ply === this.state.game.ply ? hint : null,
      pending: pending && game.ply > pending.ply ? null : pending,
      // Moves may have been taken back.
      viewedPly: viewedPly !== null && viewedPly >= game.ply ? null : viewedPly,
    });
  }
}

/** @param {State} game */
export const claimTime = ({ claim_in: seconds }) =>
  seconds === null ? null : performance.now() + seconds * 1000;

/** @param {Pick<State, "status">} game */
export const isBeforeStart = ({ status }) => status === "waiting" || status === "called";

/** @param {State} game */
export function isBeforeOwnMove({ status, you, ply, start_ply: start }) {
  const begins = start % 2 ? "O" : "X";
  return status === "playing" && ply <= start + (you[0] === begins ? 0 : 1);
}

/** @param {State} game */
export const hasPeople = ({ seats }) => !(seats.X?.level && seats.O?.level);

/** @param {number} left milliseconds */
export function clockFace(left) {
  const tenths = Math.ceil(left / 100);
  if (tenths < TENTHS_BELOW) return (tenths / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
