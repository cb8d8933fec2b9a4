import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import { positionAddress } from "../../static/js/addresses.js";
import { clockFace, Store } from "../../static/js/pages/game/state.js";
import { computerGame, computersGame, game } from "./games.js";
import { clock, setVisible } from "./platform.js";

const PAUSE = 500; // milliseconds, the middle of what the store may choose

/** @param {Partial<Record<"X" | "O", "here" | "away" | "reconnecting">>} seats */
const presence = (seats) => ({ type: /** @type {const} */ ("presence"), seats, watchers: 1 });

const verdict = { value: /** @type {const} */ ("win"), plies: 1, brief: "W1", words: "wins" };
const hint = (ply = 0) => ({ ply, words: "One move wins", best: [4], verdicts: { 4: verdict } });

/** @param {State} first @param {State} next @param {boolean} [isFirst] */
function shownAfter(first, next, isFirst) {
  const store = new Store(first);
  store.receive(next, isFirst);
  return store.state.game;
}

test("a newer snapshot is shown, and an older one only as the first of a connection", () => {
  equal(shownAfter(game([4]), game([4, 0])).ply, 2);
  equal(shownAfter(game([4, 0]), game([4])).ply, 2);
  equal(shownAfter(game([4, 0]), game([4]), true).ply, 1);
  // Names and clocks may be newer in one of the same version.
  equal(shownAfter(game([4]), game([4], { words: "Your turn" })).words, "Your turn");
});

test("every change is reported", () => {
  const store = new Store(game());
  let changes = 0;
  store.addEventListener("change", () => changes++);
  store.receive(game([4]));
  store.view(0);
  store.view(null);
  equal(changes, 3);
});

test("the computer's reply is shown after a pause", async () => {
  const store = new Store(computerGame([4]));
  store.receive(computerGame([4, 0]));
  store.receive(computerGame([4])); // an older one, which changes nothing
  equal([store.state.game.ply, store.state.newest.ply], [1, 2]);
  await clock.advance(PAUSE - 1);
  equal(store.state.game.ply, 1);
  await clock.advance(1);
  equal([store.state.game.ply, store.state.newest.ply], [2, 2]);
});

test("what is newer than a reply takes its place during the pause", async () => {
  const store = new Store(computerGame([4]));
  store.receive(computerGame([4, 0]));
  store.receive(computerGame([4, 0], { version: 3, status: "finished" }));
  equal(store.state.game.status, "playing");
  await clock.advance(PAUSE);
  equal(store.state.game.status, "finished");
});

test("what is no reply that somebody waits for is shown at once", () => {
  equal(shownAfter(game([4]), game([4, 0])).ply, 2);
  equal(shownAfter(computersGame([4]), computersGame([4, 0])).ply, 2);
  setVisible(false);
  equal(shownAfter(computerGame([4]), computerGame([4, 0])).ply, 2);
});

test("a pending move forbids another until it is confirmed or refused", () => {
  const store = new Store(game());
  store.setPending("a", 4);
  equal(store.state.pending, { id: "a", ply: 0, cell: 4, mark: "X" });
  equal(store.state.isYourMove, false);
  store.receive(game([], { version: 1 }));
  equal(store.state.pending?.cell, 4);
  store.receive(game([4], { version: 2 }));
  equal(store.state.pending, null);
  const refused = new Store(game());
  refused.setPending("a", 4);
  refused.change({ pending: null });
  equal(refused.state.isYourMove, true);
});

test("a move that may still arrive forbids another until the next snapshot, even an older one", () => {
  for (const next of [game([4, 0]), game()]) {
    const store = new Store(game([4, 0]));
    store.change({ isUncertain: true });
    equal(store.state.isYourMove, false);
    store.receive(next);
    equal(store.state.isYourMove, true);
  }
});

test("a pending move is late after a second", async () => {
  const store = new Store(game());
  store.setPending("a", 4);
  await clock.advance(999);
  equal(store.state.pending?.isLate, undefined);
  await clock.advance(1);
  equal(store.state.pending?.isLate, true);
  store.receive(game([4]));
  await clock.advance(1000);
  equal(store.state.pending, null);
});

test("a move that crosses with taking back stays pending at its ply", () => {
  const store = new Store(game([4, 0]));
  store.setPending("a", 8);
  store.receive(game([], { version: 9 }));
  equal([store.state.game.ply, store.state.pending?.ply], [0, 2]);
});

test("an earlier position stays while moves are added, and goes where they are taken back", () => {
  const store = new Store(game([4, 0]));
  store.view(1);
  store.receive(game([4, 0, 8, 3]));
  equal([store.state.shownPly, store.state.isYourMove], [1, false]);
  store.receive(game([4], { version: 9 }));
  equal(store.state.viewedPly, null);
  store.view(-1);
  equal(store.state.viewedPly, 0);
  store.view(7); // beyond the end
  equal(store.state.viewedPly, null);
});

test("a hint is shown when it comes, until it is put away or a move is made", () => {
  const store = new Store(computerGame());
  store.change({ hintRequest: "a" });
  store.resolveHint("b", hint()); // of another request
  equal([store.state.hintRequest, store.state.shownHint], ["a", null]);
  store.resolveHint("a", hint());
  equal([store.state.hintRequest, store.state.shownHint?.words], [null, "One move wins"]);
  store.receive(computerGame([4]));
  equal(store.state.shownHint, null);
  store.change({ hintRequest: "c" });
  store.resolveHint("c"); // it is refused
  equal([store.state.hintRequest, store.state.shownHint], [null, null]);
});

test("a hint is shown with its own position alone", () => {
  const store = new Store(computerGame([4, 0]));
  store.change({ hint: hint(0) });
  equal(store.state.shownHint, null);
  store.change({ hint: hint(2) });
  store.view(1);
  equal(store.state.shownHint, null);
  store.view(null);
  equal(store.state.shownHint?.ply, 2);
});

test("only a free cell can be played, and only in turn", () => {
  const { state } = new Store(game([4, 0]));
  equal([state.targetOf(8), state.targetOf(4)], [8, null]);
  equal(state.isYourMove, true);
  for (const other of [game([4]), game([], { you: [] }), game([], { status: "finished" })])
    equal(new Store(other).state.isYourMove, false);
  state.isGone = true;
  equal(state.isYourMove, false);
});

test("where pieces fall, a press plays the lowest free cell of the column", () => {
  const { state } = new Store(game([], { landing: [6, null, 8] }));
  const targets = [0, 1, 2, 3, 4, 5].map((cell) => state.targetOf(cell));
  equal(targets, [6, null, 8, 6, null, 8]);
});

test("an opponent who is away can be waited for, and claimed against in time", async () => {
  const store = new Store(game([4], { claim_in: 20 }));
  equal([store.state.awayOpponent, store.state.secondsToClaim], [null, null]);
  store.setPresence(presence({ X: "here", O: "away" }));
  equal(store.state.awayOpponent, "away");
  equal(store.state.secondsToClaim, 20);
  await clock.advance(20_000);
  equal(store.state.secondsToClaim, 0);
  store.setPresence(presence({ X: "here", O: "here" }));
  equal(store.state.awayOpponent, null);
  store.receive(game([4], { claim_in: null }));
  equal(store.state.claimableAt, null);
});

test("without a connection nothing is known of an opponent who was away", () => {
  const { state } = new Store(game([4], { claim_in: 20 }));
  state.presence = { X: "here", O: "away" };
  state.loss = "Connection lost";
  equal([state.awayOpponent, state.secondsToClaim], [null, null]);
  equal(state.isOpen("offline"), true);
});

test("what the opponent asks is a question to the other player alone", () => {
  const asked = { by: /** @type {const} */ ("O"), is_declined: false, declined_to: null };
  for (const kind of /** @type {const} */ (["undo", "draw"])) {
    const isOpen = (/** @type {Partial<State>} */ changes) =>
      new Store(game([4], { [kind]: asked, ...changes })).state.isOpen(kind);
    equal([isOpen({}), isOpen({ you: ["O"] }), isOpen({ you: [] })], [true, false, false]);
    equal(isOpen({ status: "finished" }), false);
  }
});

test("a rematch needs an opponent who is here", () => {
  const store = new Store(game([4], { status: "finished" }));
  equal(store.state.isOpponentGone, false);
  store.setPresence(presence({ X: "away", O: "reconnecting" }));
  equal(store.state.isOpponentGone, true);
  store.receive(game([4], { status: "finished", next: "other", version: 5 }));
  equal(store.state.isOpponentGone, false);
});

test("another game may begin with the positions that the server says", () => {
  for (const [from, plies] of /** @type {const} */ ([
    ["", []],
    ["earlier", [0, 1, 2]],
    ["any", [0, 1, 2, 3]],
  ])) {
    const store = new Store(game([0, 3, 1], { play_on: from }));
    const found = [0, 1, 2, 3].filter((ply) => {
      store.view(ply);
      return store.state.canPlayOn;
    });
    equal(found, plies);
  }
  equal(positionAddress("/?board=classic", ["b2", "a3"]), "/?board=classic&moves=b2-a3");
});

test("times that are nearly equal look alike on both clocks", () => {
  equal([9999, 10_000, 10_001].map(clockFace), ["0:10", "0:10", "0:11"]);
  equal([9900, 9801, 1, 0].map(clockFace), ["9.9", "9.9", "0.1", "0.0"]);
});
