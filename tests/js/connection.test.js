import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import * as protocol from "../../static/js/pages/game/protocol.js";
import {
  connect,
  connectByPolling,
  connectBySocket,
  events,
  state,
  timeToNextSocket,
} from "./connections.js";
import { clock, FakeRequest, FakeSocket } from "./platform.js";

test("a socket is in use when the server has sent something", () => {
  connect();
  equal(FakeSocket.last.address, "ws://example.org/ws/g/game/?states");
  FakeSocket.last.open();
  equal(events, []);
  FakeSocket.last.receive(state());
  equal(events, ["open", "state"]);
});

test("a lost socket is opened again, later each time, and after 20 seconds polling takes over", async () => {
  connectBySocket();
  FakeSocket.last.drop();
  equal(events.at(-1), "lost 1006");
  for (const delay of [500, 1000, 2000, 4000, 8000]) {
    equal(await timeToNextSocket(delay), delay);
    equal(FakeSocket.last.address, "ws://example.org/ws/g/game/?states");
    equal(FakeRequest.all.length, 0);
    FakeSocket.last.drop();
  }
  equal(await timeToNextSocket(8000), 8000);
  equal(FakeRequest.all.length, 1);
  await FakeRequest.last.answer(state());
  equal(events.slice(-2), ["open", "state"]);
});

test("in another network polling takes over as soon as three sockets have failed", async () => {
  connectBySocket();
  FakeSocket.last.drop();
  dispatchEvent(new Event("online"));
  for (const delay of [500, 1000]) {
    FakeSocket.last.drop();
    equal(await timeToNextSocket(delay * 2), delay * 2);
  }
  FakeSocket.last.drop();
  equal(FakeRequest.all.length, 1);
});

test("where nothing gets through, the attempts come every eight seconds", async () => {
  connect();
  FakeSocket.last.drop(0);
  await FakeRequest.last.fail();
  for (const delay of [500, 1000, 2000, 4000, 8000, 8000]) {
    equal(await timeToNextSocket(delay), delay);
    FakeSocket.last.drop();
    await FakeRequest.last.fail();
  }
});

test("a new page polls after two attempts", async () => {
  connect();
  FakeSocket.last.drop();
  equal(events, []);
  equal(await timeToNextSocket(500), 500);
  FakeSocket.last.drop();
  equal(FakeRequest.all.length, 1);
});

test("a socket that opens and stays silent is given up after six seconds", async () => {
  connect();
  FakeSocket.last.open();
  await clock.advance(5999);
  equal(FakeRequest.all.length, 0);
  await clock.advance(1);
  equal(FakeSocket.last.isClosed, true);
  equal(FakeRequest.all.length, 1);
});

test("after a restart a socket has twenty seconds, and nothing is polled meanwhile", async () => {
  connectBySocket();
  FakeSocket.last.drop(4012);
  await timeToNextSocket(2500);
  FakeSocket.last.drop();
  await timeToNextSocket(8000);
  FakeSocket.last.open();
  await clock.advance(9000);
  equal(FakeSocket.last.isClosed, false);
  equal(FakeRequest.all.length, 0);
  await clock.advance(11_000);
  equal(FakeSocket.last.isClosed, true);
  equal(FakeRequest.all.length, 1);
});

test("while polling, a socket is tried less and less often", async () => {
  await connectByPolling();
  FakeRequest.answerAll = state();
  for (const delay of [5000, 15000, 30000, 60000, 60000]) {
    equal(await timeToNextSocket(delay), delay);
    FakeSocket.last.drop(0);
  }
});

test("a socket that works ends polling", async () => {
  await connectByPolling();
  equal(await timeToNextSocket(5000), 5000);
  await FakeRequest.last.answer(state());
  FakeSocket.last.receive(state());
  equal(events.slice(-2), ["open", "state"]);
  const requests = FakeRequest.all.length;
  await clock.advance(20_000);
  equal(FakeRequest.all.length, requests);
});

test("a game that does not exist is the end", async () => {
  const connection = connectBySocket();
  connection.request(protocol.createMessage({ type: "resign" }));
  FakeSocket.last.drop(4001);
  equal(events.at(-1), "gone");
  dispatchEvent(new Event("online"));
  await clock.advance(60_000);
  equal(FakeSocket.all.length, 1);
  equal(events.at(-1), "gone");
});

test("after sending too much a page keeps quiet, and it leaves a restarting server alone", async () => {
  for (const [code, wait] of /** @type {const} */ ([
    [4008, 10_000],
    [4012, 1500],
  ])) {
    connectBySocket();
    FakeSocket.last.drop(code);
    equal(events.at(-1), `lost ${code}`);
    equal(await timeToNextSocket(20_000), wait);
  }
});

test("a server without its database is asked again over a socket", async () => {
  connect();
  for (const delay of [500, 1000, 2000, 4000]) {
    FakeSocket.last.drop(4013);
    equal(events.at(-1), "lost 4013");
    equal(await timeToNextSocket(delay), delay);
  }
  equal(FakeRequest.all.length, 0);
});

test("waking up connects at once, replaces an old attempt, and leaves a fresh one alone", async () => {
  connectBySocket();
  FakeSocket.last.drop();
  dispatchEvent(new Event("online"));
  equal(FakeSocket.all.length, 2);
  await clock.advance(2000);
  dispatchEvent(new Event("online"));
  equal(FakeSocket.all.length, 2);
  await clock.advance(1);
  dispatchEvent(new Event("online"));
  equal(FakeSocket.all.length, 3);
  equal(FakeSocket.all[1]?.isClosed, true);
});

test("a page that is left keeps no socket, and connects when it is shown again", async () => {
  connectBySocket();
  dispatchEvent(new Event("pagehide"));
  equal(FakeSocket.last.isClosed, true);
  await clock.advance(60_000);
  equal(FakeSocket.all.length, 1);
  dispatchEvent(new Event("pageshow"));
  equal(FakeSocket.all.length, 2);
  FakeSocket.last.receive(state());
  equal(events, ["open", "state", "open", "state"]);
});

test("a message of a closed socket is not heard", () => {
  connectBySocket();
  const socket = FakeSocket.last;
  socket.drop();
  socket.receive(state());
  equal(events, ["open", "state", "lost 1006"]);
});
