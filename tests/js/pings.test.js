import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import * as protocol from "../../static/js/pages/game/protocol.js";
import { connectBySocket, events, pong, sentTypes, state } from "./connections.js";
import { changeVisibility, clock, FakeSocket, setVisible } from "./platform.js";

test("a page that can be seen pings every five seconds", async () => {
  connectBySocket();
  await clock.advance(4999);
  equal(sentTypes(), []);
  await clock.advance(1);
  equal(sentTypes(), ["ping"]);
  FakeSocket.last.receive(pong);
  await clock.advance(5000);
  equal(sentTypes(), ["ping", "ping"]);
});

test("a page that cannot be seen pings every 25 seconds", async () => {
  setVisible(false);
  connectBySocket();
  await clock.advance(24_999);
  equal(sentTypes(), []);
  await clock.advance(1);
  equal(FakeSocket.last.sent[0].visible, false);
});

test("a server that does not answer for nine seconds is lost", async () => {
  const connection = connectBySocket();
  connection.request(protocol.createMessage({ type: "resign" }));
  await clock.advance(8999);
  equal(FakeSocket.last.isClosed, false);
  await clock.advance(1);
  equal(events.at(-1), "lost 0");
});

test("asking again does not put off when the answer must have come", async () => {
  const connection = connectBySocket();
  connection.send(protocol.createMessage({ type: "sync" }));
  await clock.advance(8000);
  connection.send(protocol.createMessage({ type: "sync" }));
  await clock.advance(1000);
  equal(events.at(-1), "lost 0");
});

test("any message of the server proves that the socket works", async () => {
  const connection = connectBySocket();
  connection.send(protocol.createMessage({ type: "sync" }));
  await clock.advance(4000);
  FakeSocket.last.receive(state());
  await clock.advance(8000);
  equal(events.includes("lost 0"), false);
});

test("waking up asks the server, and waits three seconds for the answer", async () => {
  connectBySocket();
  dispatchEvent(new Event("online"));
  equal(sentTypes(), ["ping"]);
  await clock.advance(2999);
  equal(events.includes("lost 0"), false);
  await clock.advance(1);
  equal(events.at(-1), "lost 0");
});

test("a page says when it cannot be seen any more", () => {
  connectBySocket();
  changeVisibility(false);
  equal(FakeSocket.last.sent[0].visible, false);
  changeVisibility(true);
  equal(FakeSocket.last.sent[1].visible, true);
});

test("losing a network does not end a connection that may use another", async () => {
  connectBySocket();
  dispatchEvent(new Event("offline"));
  FakeSocket.last.receive(pong);
  await clock.advance(4000);
  equal(events, ["open", "state", "pong"]);
});
