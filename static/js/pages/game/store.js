// Changes the page's state. Fires "change" whenever there is something to draw.

import { claimTime, hasPeople, PageState } from "./state.js";

// The computer's reply is shown after a pause between these, in milliseconds, as if it had thought.
const LEAST_PAUSE = 350;
const MOST_PAUSE = 650;
const LATE_AFTER = 1000; // milliseconds in which the faint mark is enough to say that a move is on its way

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
    const wasOpponentHere = this.state.wasOpponentHere || seats[this.state.game.turn] === "here";
    this.change({ presence: seats, watchers, wasOpponentHere });
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
