import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import * as protocol from "../../static/js/pages/game/protocol.js";
import { connect, connectBySocket, events, notSaved, ok, pong, state } from "./connections.js";
import { clock, FakeSocket } from "./platform.js";

const newMove = () => protocol.createMessage({ type: "move", ply: 0, cell: 4 });
const isGivenUp = () => events.some((event) => event.startsWith("unanswered"));
const moves = () => FakeSocket.last.sent.filter(({ type }) => type === "move");

test("a request is given up after ten seconds", async () => {
  connect().request(protocol.createMessage({ type: "resign" }));
  await clock.advance(9999);
  equal(isGivenUp(), false);
  await clock.advance(1);
  equal(events.includes("unanswered resign false"), true);
});

test("a request that was sent and is given up may have arrived", async () => {
  connectBySocket().request(newMove());
  await clock.advance(5000);
  FakeSocket.last.receive(pong);
  await clock.advance(5000);
  equal(events.at(-1), "unanswered move true");
});

test("a move is kept until there is a connection again, and then as long as any", async () => {
  const [connection, message] = [connectBySocket(), newMove()];
  FakeSocket.last.drop();
  connection.request(message);
  await clock.advance(10 * 60_000);
  connection.tryNow();
  FakeSocket.last.receive(state());
  equal(FakeSocket.last.sent, [message]);
  await clock.advance(5000);
  FakeSocket.last.receive(pong);
  await clock.advance(4999);
  equal(isGivenUp(), false);
  await clock.advance(1);
  equal(events.includes("unanswered move true"), true);
});

test("a request is sent again after a reconnect, and one that waits for the first connection then", async () => {
  const message = newMove();
  connect().request(message);
  FakeSocket.last.receive(state());
  equal(FakeSocket.last.sent, [message]);
  FakeSocket.last.drop();
  await clock.advance(500);
  equal(FakeSocket.last.sent, []);
  FakeSocket.last.receive(state());
  equal(FakeSocket.last.sent, [message]);
});

test("an answered request is neither sent again nor given up, even if it was not saved at first", async () => {
  const [connection, message] = [connectBySocket(), newMove()];
  connection.request(message);
  FakeSocket.last.receive(notSaved(message));
  await clock.advance(500);
  equal(moves().length, 2);
  FakeSocket.last.receive(ok(message));
  FakeSocket.last.drop();
  await clock.advance(500);
  FakeSocket.last.receive(state());
  equal(FakeSocket.last.sent, []);
  await clock.advance(10_000);
  equal(isGivenUp(), false);
});

test("refusals and hints are answers, too", async () => {
  const connection = connectBySocket();
  const [refused, hinted] = [newMove(), protocol.createMessage({ type: "hint", ply: 0 })];
  connection.request(refused);
  connection.request(hinted);
  FakeSocket.last.receive({ type: "no", id: refused.id, code: "taken", message: "", state: null });
  FakeSocket.last.receive({ type: "hint", id: hinted.id, version: 1, ply: 0, verdicts: {} });
  await clock.advance(10_000);
  equal(isGivenUp(), false);
});

test("what is not a request is lost without a connection", () => {
  connect().send(protocol.createMessage({ type: "sync" }));
  FakeSocket.last.receive(state());
  equal(FakeSocket.last.sent, []);
});

test("a request that could not be saved is sent again, later each time, until it is given up", async () => {
  const [connection, message] = [connectBySocket(), newMove()];
  connection.request(message);
  for (const [sent, delay] of [500, 1000, 2000, 4000].entries()) {
    FakeSocket.last.receive(notSaved(message));
    equal(events.at(-1), "not saved");
    await clock.advance(delay - 1);
    equal(moves().length, sent + 1);
    await clock.advance(1);
    equal(moves(), Array(sent + 2).fill(message));
  }
  FakeSocket.last.receive(notSaved(message));
  await clock.advance(2500);
  equal(events.at(-1), "unanswered move true");
  await clock.advance(8000);
  equal(moves().length, 5);
});

test("a ping that could not be answered is not reported", () => {
  connectBySocket();
  FakeSocket.last.receive(notSaved({ id: "ping" }));
  equal(events, ["open", "state"]);
});
