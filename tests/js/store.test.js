import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import { Store } from "../../static/js/pages/game/store.js";
import { computerGame, computersGame, game } from "./games.js";
import { clock, setVisible } from "./platform.js";

const PAUSE = 500; // milliseconds, the middle of what the store may choose

/** @param {Partial<Record<"X" | "O", "here" | "away" | "reconnecting">>} seats */
const presence = (seats) => ({ type: /** @type {const} */ ("presence"), seats, watchers: 1 });

const verdict = { value: /** @type {const} */ ("win"), plies: 1, brief: "W1", words: "wins" };
const hint = (ply = 0) => ({ ply, words: "One move wins", best: [4], verdicts: { 4: verdict } });

test("a newer snapshot is shown and an older one is not", () => {
  const store = new Store(game([4]));
  store.receive(game([4, 0]));
  equal(store.state.game.ply, 2);
  store.receive(game([4]));
  equal(store.state.game.ply, 2);
});

test("the first snapshot of a connection is shown even if it is older", () => {
  const store = new Store(game([4, 0]));
  store.receive(game([4]), true);
  equal(store.state.game.ply, 1);
});

test("a snapshot of the same version is shown, as names and clocks may be newer", () => {
  const store = new Store(game([4]));
  store.receive(game([4], { words: "Your turn" }));
  equal(store.state.game.words, "Your turn");
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
  equal(store.state.game.ply, 1);
  equal(store.state.newest.ply, 2);
  await clock.advance(PAUSE - 1);
  equal(store.state.game.ply, 1);
  await clock.advance(1);
  equal(store.state.game.ply, 2);
  equal(store.state.newest.ply, 2);
});

test("where the computer plays itself each move is shown at once", () => {
  const store = new Store(computersGame([4]));
  store.receive(computersGame([4, 0]));
  equal(store.state.game.ply, 2);
});

test("a person's move is shown at once", () => {
  const store = new Store(game([4]));
  store.receive(game([4, 0]));
  equal(store.state.game.ply, 2);
});

test("the computer's reply is shown at once on a page that is not looked at", () => {
  setVisible(false);
  const store = new Store(computerGame([4]));
  store.receive(computerGame([4, 0]));
  equal(store.state.game.ply, 2);
});

test("what is newer than a reply takes its place during the pause", async () => {
  const store = new Store(computerGame([4]));
  store.receive(computerGame([4, 0]));
  store.receive(computerGame([4, 0], { version: 3, status: "finished" }));
  equal(store.state.game.status, "playing");
  await clock.advance(PAUSE);
  equal(store.state.game.status, "finished");
});

test("an older snapshot does not take the place of a reply during the pause", async () => {
  const store = new Store(computerGame([4]));
  store.receive(computerGame([4, 0]));
  store.receive(computerGame([4]));
  await clock.advance(PAUSE);
  equal(store.state.game.ply, 2);
});

test("a pending move forbids another until it is confirmed", () => {
  const store = new Store(game());
  store.setPending("a", 4);
  equal(store.state.pending, { id: "a", ply: 0, cell: 4, mark: "X" });
  equal(store.state.isYourMove, false);
  store.receive(game([], { version: 1 }));
  equal(store.state.pending?.cell, 4);
  store.receive(game([4], { version: 2 }));
  equal(store.state.pending, null);
});

test("a refused move can be made again", () => {
  const store = new Store(game());
  store.setPending("a", 4);
  store.change({ pending: null });
  equal(store.state.isYourMove, true);
});

test("a move that may still arrive forbids another until the next snapshot", () => {
  const store = new Store(game());
  store.setPending("a", 4);
  store.change({ pending: null, isUncertain: true });
  equal(store.state.pending, null);
  equal(store.state.isYourMove, false);
  store.receive(game());
  equal(store.state.isYourMove, true);
});

test("an older snapshot ends the doubt about a move, too", () => {
  const store = new Store(game([4, 0]));
  store.change({ pending: null, isUncertain: true });
  store.receive(game([4]));
  equal(store.state.isYourMove, true);
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
  equal(store.state.game.ply, 0);
  equal(store.state.pending?.ply, 2);
  store.change({ pending: null });
  equal(store.state.isYourMove, true);
});

test("moves that were taken back are not looked at any more", () => {
  const store = new Store(game([4, 0, 8]));
  store.view(2);
  store.receive(game([4], { version: 9 }));
  equal(store.state.viewedPly, null);
});

test("an earlier position stays while moves are added", () => {
  const store = new Store(game([4, 0]));
  store.view(1);
  store.receive(game([4, 0, 8]));
  equal(store.state.shownPly, 1);
  equal(store.state.isYourMove, false);
});

test("a ply beyond either end leads to the end", () => {
  const store = new Store(game([4, 0]));
  store.view(-1);
  equal(store.state.viewedPly, 0);
  store.view(7);
  equal(store.state.viewedPly, null);
});

test("a hint is shown when it comes, until the next move", () => {
  const store = new Store(computerGame());
  store.change({ hintRequest: "a" });
  equal(store.state.hintRequest, "a");
  store.resolveHint("a", hint());
  equal(store.state.hintRequest, null);
  equal(store.state.shownHint?.words, "One move wins");
  store.receive(computerGame([4]));
  equal(store.state.shownHint, null);
});

test("a hint can be put away", () => {
  const store = new Store(computerGame());
  store.change({ hintRequest: "a" });
  store.resolveHint("a", hint());
  store.change({ hint: null });
  equal(store.state.shownHint, null);
});

test("an answer to another message leaves a request for a hint open", () => {
  const store = new Store(computerGame());
  store.change({ hintRequest: "a" });
  store.resolveHint("b", hint());
  equal(store.state.hintRequest, "a");
  equal(store.state.shownHint, null);
});

test("a refused request for a hint brings none", () => {
  const store = new Store(computerGame());
  store.change({ hintRequest: "a" });
  store.resolveHint("a");
  equal(store.state.hintRequest, null);
  equal(store.state.shownHint, null);
});

test("a hint for a position that has passed is not shown", () => {
  const store = new Store(computerGame([4, 0]));
  store.change({ hintRequest: "a" });
  store.resolveHint("a", hint(0));
  equal(store.state.shownHint, null);
});

test("a hint is not shown with an earlier position", () => {
  const store = new Store(computerGame([4, 0]));
  store.change({ hintRequest: "a" });
  store.resolveHint("a", hint(2));
  store.view(1);
  equal(store.state.shownHint, null);
  store.view(null);
  equal(store.state.shownHint?.ply, 2);
});

test("only a free cell can be played, and only in turn", () => {
  const { state } = new Store(game([4, 0]));
  equal([state.targetOf(8), state.targetOf(4)], [8, null]);
  equal(state.isYourMove, true);
  equal(new Store(game([4])).state.isYourMove, false);
  equal(new Store(game([], { you: [] })).state.isYourMove, false);
  equal(new Store(game([], { status: "finished" })).state.isYourMove, false);
});

test("where pieces fall, a press plays the lowest free cell of the column", () => {
  const { state } = new Store(game([], { landing: [6, null, 8] }));
  equal(
    [0, 1, 2, 3, 4, 5].map((cell) => state.targetOf(cell)),
    [6, null, 8, 6, null, 8],
  );
});

test("nothing can be played in a game that was removed", () => {
  const store = new Store(game());
  store.setPending("a", 4);
  store.change({ pending: null, isGone: true });
  equal(store.state.pending, null);
  equal(store.state.isYourMove, false);
});

test("an opponent who is away can be waited for, and claimed against in time", () => {
  const store = new Store(game([4], { claim_in: 20 }));
  equal(store.state.claimableAt, clock.now + 20_000);
  equal(store.state.awayOpponent, null);
  store.setPresence(presence({ X: "here", O: "away" }));
  equal(store.state.awayOpponent, "away");
  equal(store.state.wasOpponentHere, false);
  store.setPresence(presence({ X: "here", O: "here" }));
  equal(store.state.awayOpponent, null);
  equal(store.state.wasOpponentHere, true);
  store.receive(game([4], { claim_in: null }));
  equal(store.state.claimableAt, null);
});

test("the game may be claimed as soon as the time is up, and only of somebody who is away", async () => {
  const { state } = new Store(game([4], { claim_in: 20 }));
  equal(state.secondsToClaim, null);
  state.presence = { X: "here", O: "away" };
  equal(state.secondsToClaim, 20);
  await clock.advance(20_000);
  equal(state.secondsToClaim, 0);
});

test("without a connection nothing is known of an opponent who was away", async () => {
  const { state } = new Store(game([4], { claim_in: 20 }));
  state.presence = { X: "here", O: "away" };
  state.loss = "Connection lost";
  await clock.advance(60_000);
  equal([state.awayOpponent, state.secondsToClaim], [null, null]);
  equal(state.isOpen("offline"), true);
});

test("what the opponent asks is a question to the other player alone", () => {
  const asked = { by: /** @type {const} */ ("O"), is_declined: false, declined_to: null };
  for (const kind of /** @type {const} */ (["undo", "draw"])) {
    equal(new Store(game([4], { [kind]: asked })).state.isOpen(kind), true);
    equal(new Store(game([4], { [kind]: asked, you: ["O"] })).state.isOpen(kind), false);
    equal(new Store(game([4], { [kind]: asked, you: [] })).state.isOpen(kind), false);
    equal(new Store(game([4], { [kind]: asked, status: "finished" })).state.isOpen(kind), false);
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
