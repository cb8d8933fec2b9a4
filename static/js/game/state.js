// What is known of the game: the newest snapshot, the move under way, and the ply looked at.
// Fires "change" whenever there is something to draw.

const BEAT = [350, 650]; // milliseconds, between which the computer seems to think

export class Store extends EventTarget {
  #snapshot;
  #held = null; // a snapshot with the computer's reply, shown after a beat
  #timer = 0;
  #isClosed = false;
  #isInDoubt = false; // whether a move was given up that may still arrive
  #presence = {}; // of the people who play, by mark
  pending = null; // {id, ply, cell, mark}
  #hint = null; // {ply, words, verdicts}, until the next move
  #wish = null; // id of the message that asks for it
  viewed = null; // a ply being looked at, null for the game as it stands

  constructor(snapshot, viewed = null) {
    super();
    this.#snapshot = snapshot;
    this.viewed = viewed;
  }

  get snapshot() {
    return this.#snapshot;
  }

  get version() {
    return (this.#held ?? this.#snapshot).version;
  }

  // The ply that the server stands at, as far as is known.
  get newestPly() {
    return (this.#held ?? this.#snapshot).ply;
  }

  get ply() {
    return this.viewed ?? this.#snapshot.ply;
  }

  get isYourMove() {
    const { status, you, turn } = this.#snapshot;
    const isFree = this.viewed === null && this.pending === null && !this.#isClosed && !this.#isInDoubt;
    return isFree && status === "playing" && you.includes(turn);
  }

  // Whether the game is over and the other is not here to play again.
  get isLeftAlone() {
    const { next, you } = this.#snapshot;
    const others = Object.entries(this.#presence).filter(([mark]) => !you.includes(mark));
    return !next && others.some(([, presence]) => presence !== "here");
  }

  meet(presence) {
    this.#presence = presence;
    this.#changed();
  }

  // The cell that a press on this one plays: where pieces fall, the lowest free of its column.
  target(cell) {
    const { landing, cells } = this.#snapshot;
    if (landing) return landing[cell % landing.length];
    return cells[cell] === "." ? cell : null;
  }

  canPlay(cell) {
    return this.isYourMove && this.target(cell) !== null;
  }

  // Keep a snapshot if it is newer, or the first of a connection, which is always the truth.
  // A lone reply of the computer's waits for a beat.
  receive(snapshot, isFirst = false) {
    this.#isInDoubt = false;
    if (snapshot.version < this.version && !isFirst) return;
    clearTimeout(this.#timer);
    if (this.#isReply(snapshot)) {
      this.#held = snapshot;
      const wait = BEAT[0] + Math.random() * (BEAT[1] - BEAT[0]);
      this.#timer = setTimeout(() => this.#take(snapshot), wait);
    } else {
      this.#take(snapshot);
    }
  }

  expect(id, cell) {
    this.pending = { id, ply: this.#snapshot.ply, cell, mark: this.#snapshot.turn };
    this.#changed();
  }

  // What each move leads to, while it is the position that one looks at.
  get hint() {
    return this.viewed === null && this.#hint?.ply === this.#snapshot.ply ? this.#hint : null;
  }

  get isHinting() {
    return this.#wish !== null;
  }

  wishFor(id) {
    this.#wish = id;
    this.#changed();
  }

  // A wish that came to nothing has no hint.
  grant(id, hint = null) {
    if (id !== this.#wish) return;
    this.#wish = null;
    this.#hint = hint;
    this.#changed();
  }

  // The game is gone: nothing more will be known of it.
  close() {
    this.#isClosed = true;
    this.forget();
  }

  get isClosed() {
    return this.#isClosed;
  }

  // The move under way came to nothing.
  forget() {
    this.pending = null;
    this.#changed();
  }

  // The move under way is given up, but may still arrive: nothing may be played until the server has said how it is.
  doubt() {
    this.#isInDoubt = true;
    this.forget();
  }

  view(ply) {
    const last = this.#snapshot.ply;
    this.viewed = ply === null || ply >= last ? null : Math.max(0, ply);
    this.#changed();
  }

  #isReply(snapshot) {
    const { ply, turn, seats } = this.#snapshot;
    return !document.hidden && snapshot.ply === ply + 1 && Boolean(seats[turn]?.level);
  }

  #take(snapshot) {
    this.#held = null;
    if (snapshot.ply !== this.#snapshot.ply) this.#hint = null;
    this.#snapshot = snapshot;
    if (this.pending && snapshot.ply > this.pending.ply) this.pending = null;
    if (this.viewed >= snapshot.ply) this.viewed = null; // Moves may have been taken back.
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
