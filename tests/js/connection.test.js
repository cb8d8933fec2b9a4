import { Connection } from "../../static/js/game/connection.js";
import * as protocol from "../../static/js/game/protocol.js";
import { computerGame, game } from "./games.js";
import { equal, test } from "./harness.js";
import {
  changeVisibility,
  FakeRequest,
  FakeSocket,
  installPlatform,
  settle,
  show,
} from "./platform.js";

const clock = installPlatform();
/** @type {string[]} what the connection has reported */
const events = [];

const state = (/** @type {any} */ changes = {}) => ({ type: "state", ...game([], changes) });
const pong = { type: "pong", id: "a", version: 1 };
const ok = (/** @type {{ id: string }} */ { id }) => ({ type: "ok", id, version: 1 });
const sentTypes = () => FakeSocket.last.sent.map(({ type }) => type);

function connect() {
  return new Connection("/ws/g/game/", "/g/game/messages/", {
    onMessage: ({ type }) => events.push(type),
    onOpen: () => events.push("open"),
    onLost: (code) => events.push(`lost ${code}`),
    onGone: () => events.push("gone"),
    onUnanswered: ({ message, wasSent }) => events.push(`unanswered ${message.type} ${wasSent}`),
  });
}

/** Connect over a socket that works. */
function connectBySocket() {
  const connection = connect();
  FakeSocket.last.receive(state());
  return connection;
}

/** Connect by polling, as a socket that fell silent will not work. */
async function connectByPolling(messages = [state()]) {
  const connection = connect();
  FakeSocket.last.drop(0);
  await FakeRequest.last.answer(messages);
  return connection;
}

/**
 * Return after how many milliseconds a socket is opened.
 *
 * @param {number} most
 */
async function timeToNextSocket(most) {
  const before = FakeSocket.all.length;
  for (let waited = 0; waited <= most; waited += 250) {
    if (FakeSocket.all.length > before) return waited;
    await clock.pass(250);
  }
  return null;
}

test("a socket is in use when the server has sent something", () => {
  connect();
  equal(FakeSocket.last.address, `ws://${location.host}/ws/g/game/`);
  FakeSocket.last.open();
  equal(events, []);
  FakeSocket.last.receive(state());
  equal(events, ["open", "state"]);
});

test("a lost socket is opened again, later each time, and then polling takes over", async () => {
  connectBySocket();
  FakeSocket.last.drop();
  equal(events.at(-1), "lost 1006");
  for (const delay of [500, 1000, 2000]) {
    equal(await timeToNextSocket(delay), delay);
    equal(FakeRequest.all.length, 0);
    FakeSocket.last.drop();
  }
  equal(FakeRequest.all.length, 1);
  await FakeRequest.last.answer([state()]);
  equal(events.slice(-2), ["open", "state"]);
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
  await clock.pass(5999);
  equal(FakeRequest.all.length, 0);
  await clock.pass(1);
  equal(FakeSocket.last.isClosed, true);
  equal(FakeRequest.all.length, 1);
});

test("a network that swallowed a socket is polled at once", () => {
  connect();
  FakeSocket.last.drop(0);
  equal(FakeRequest.all.length, 1);
});

test("while polling, a socket is tried less and less often", async () => {
  await connectByPolling();
  FakeRequest.answerAll = [state()];
  for (const delay of [5000, 15000, 30000, 60000, 60000]) {
    equal(await timeToNextSocket(delay), delay);
    FakeSocket.last.drop(0);
  }
});

test("a socket that works ends polling", async () => {
  await connectByPolling();
  equal(await timeToNextSocket(5000), 5000);
  await FakeRequest.last.answer([state()]);
  FakeSocket.last.receive(state());
  equal(events.slice(-2), ["open", "state"]);
  const requests = FakeRequest.all.length;
  await clock.pass(20_000);
  equal(FakeRequest.all.length, requests);
});

test("a request is given up after ten seconds", async () => {
  connect().request(protocol.resign());
  await clock.pass(9999);
  equal(events.includes("unanswered resign false"), false);
  await clock.pass(1);
  equal(events.includes("unanswered resign false"), true);
});

test("a request that was sent and is given up may have arrived", async () => {
  const connection = connectBySocket();
  connection.request(protocol.move(0, 4));
  await clock.pass(10_000);
  equal(events.at(-1), "unanswered move true");
});

test("a request is sent again after a reconnect", async () => {
  const connection = connectBySocket();
  const message = protocol.move(0, 4);
  connection.request(message);
  equal(FakeSocket.last.sent, [message]);
  FakeSocket.last.drop();
  await clock.pass(500);
  equal(FakeSocket.last.sent, []);
  FakeSocket.last.receive(state());
  equal(FakeSocket.last.sent, [message]);
});

test("a request that waits for the first connection is sent then", () => {
  const connection = connect();
  const message = protocol.move(0, 4);
  connection.request(message);
  FakeSocket.last.receive(state());
  equal(FakeSocket.last.sent, [message]);
});

test("an answered request is neither sent again nor given up", async () => {
  const connection = connectBySocket();
  const message = protocol.move(0, 4);
  connection.request(message);
  FakeSocket.last.receive(ok(message));
  FakeSocket.last.drop();
  await clock.pass(500);
  FakeSocket.last.receive(state());
  equal(FakeSocket.last.sent, []);
  await clock.pass(10_000);
  equal(events.includes("unanswered move true"), false);
});

test("refusals and hints are answers, too", async () => {
  const connection = connectBySocket();
  const [refused, hinted] = [protocol.move(0, 4), protocol.hint(0)];
  connection.request(refused);
  connection.request(hinted);
  FakeSocket.last.receive({ type: "no", id: refused.id, code: "taken", message: "", state: null });
  FakeSocket.last.receive({ type: "hint", id: hinted.id, version: 1, ply: 0, verdicts: {} });
  await clock.pass(10_000);
  equal(events.includes("unanswered move true"), false);
  equal(events.includes("unanswered hint true"), false);
});

test("what is not a request is lost without a connection", () => {
  const connection = connect();
  connection.send(protocol.sync());
  FakeSocket.last.receive(state());
  equal(FakeSocket.last.sent, []);
});

test("a game that does not exist is the end", async () => {
  const connection = connectBySocket();
  connection.request(protocol.resign());
  FakeSocket.last.drop(4001);
  equal(events.at(-1), "gone");
  dispatchEvent(new Event("online"));
  await clock.pass(60_000);
  equal(FakeSocket.all.length, 1);
  equal(events.at(-1), "gone");
});

test("after sending too much, a page keeps quiet for ten seconds", async () => {
  connectBySocket();
  FakeSocket.last.drop(4008);
  equal(events.at(-1), "lost 4008");
  equal(await timeToNextSocket(20_000), 10_000);
});

test("a restarting server is left alone for a moment", async () => {
  connectBySocket();
  FakeSocket.last.drop(4012);
  equal(events.at(-1), "lost 4012");
  equal(await timeToNextSocket(20_000), 1500);
});

test("a page that can be seen pings every five seconds", async () => {
  connectBySocket();
  await clock.pass(4999);
  equal(sentTypes(), []);
  await clock.pass(1);
  equal(sentTypes(), ["ping"]);
  FakeSocket.last.receive(pong);
  await clock.pass(5000);
  equal(sentTypes(), ["ping", "ping"]);
});

test("a page that cannot be seen pings every 25 seconds", async () => {
  show(false);
  connectBySocket();
  await clock.pass(24_999);
  equal(sentTypes(), []);
  await clock.pass(1);
  equal(FakeSocket.last.sent[0].visible, false);
});

test("a server that does not answer for nine seconds is lost", async () => {
  const connection = connectBySocket();
  connection.request(protocol.resign());
  await clock.pass(8999);
  equal(FakeSocket.last.isClosed, false);
  await clock.pass(1);
  equal(events.at(-1), "lost 0");
});

test("asking again does not put off when the answer must have come", async () => {
  const connection = connectBySocket();
  connection.send(protocol.sync());
  await clock.pass(8000);
  connection.send(protocol.sync());
  await clock.pass(1000);
  equal(events.at(-1), "lost 0");
});

test("any message of the server proves that the socket works", async () => {
  const connection = connectBySocket();
  connection.send(protocol.sync());
  await clock.pass(4000);
  FakeSocket.last.receive(state());
  await clock.pass(8000);
  equal(events.includes("lost 0"), false);
});

test("waking up asks the server, and waits three seconds for the answer", async () => {
  connectBySocket();
  dispatchEvent(new Event("online"));
  equal(sentTypes(), ["ping"]);
  await clock.pass(2999);
  equal(events.includes("lost 0"), false);
  await clock.pass(1);
  equal(events.at(-1), "lost 0");
});

test("waking up connects at once", () => {
  connectBySocket();
  FakeSocket.last.drop();
  dispatchEvent(new Event("online"));
  equal(FakeSocket.all.length, 2);
});

test("waking up replaces an old attempt, and leaves a fresh one alone", async () => {
  connect();
  await clock.pass(2000);
  dispatchEvent(new Event("online"));
  equal(FakeSocket.all.length, 1);
  await clock.pass(1);
  dispatchEvent(new Event("online"));
  equal(FakeSocket.all.length, 2);
  equal(FakeSocket.all[0]?.isClosed, true);
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
  await clock.pass(4000);
  equal(events, ["open", "state", "pong"]);
});

test("a page that is left keeps no socket, and connects when it is shown again", async () => {
  connectBySocket();
  dispatchEvent(new Event("pagehide"));
  equal(FakeSocket.last.isClosed, true);
  await clock.pass(60_000);
  equal(FakeSocket.all.length, 1);
  dispatchEvent(new Event("pageshow"));
  equal(FakeSocket.all.length, 2);
  FakeSocket.last.receive(state());
  equal(events, ["open", "state", "open", "state"]);
});

test("polling asks every two seconds", async () => {
  await connectByPolling();
  equal(events, ["open", "state"]);
  await clock.pass(1999);
  equal(FakeRequest.all.length, 1);
  await clock.pass(1);
  equal(FakeRequest.all.length, 2);
  equal(FakeRequest.last.address.includes("visible=true"), true);
});

test("polling asks every ten seconds on a page that cannot be seen", async () => {
  show(false);
  await connectByPolling();
  await clock.pass(9999);
  equal(FakeRequest.all.length, 1);
  await clock.pass(1);
  equal(FakeRequest.last.address.includes("visible=false"), true);
});

test("polling asks often while the computer thinks", async () => {
  await connectByPolling([{ type: "state", ...computerGame([4]) }]);
  await clock.pass(399);
  equal(FakeRequest.all.length, 1);
  await clock.pass(1);
  equal(FakeRequest.all.length, 2);
});

test("polling reports presence and reactions when they are new", async () => {
  const presence = { type: "presence", seats: { X: "here" }, watchers: 0 };
  const reaction = { type: "reaction", mark: "X", reaction: "nice", number: 1 };
  await connectByPolling(/** @type {any} */ ([state(), presence, reaction]));
  await clock.pass(2000);
  await FakeRequest.last.answer([state(), presence, reaction]);
  equal(events, ["open", "state", "presence", "reaction", "state"]);
  await clock.pass(2000);
  await FakeRequest.last.answer([
    state(),
    { ...presence, watchers: 1 },
    { ...reaction, number: 2 },
  ]);
  equal(events.slice(5), ["state", "presence", "reaction"]);
});

test("polling posts messages one after the other, with the token against forgery", async () => {
  // oxlint-disable-next-line unicorn/no-document-cookie: the platform's own way is for https alone
  document.cookie = "csrftoken=token";
  const connection = await connectByPolling();
  const [first, second] = [protocol.move(0, 4), protocol.resign()];
  connection.request(first);
  connection.request(second);
  await settle();
  equal(FakeRequest.all.length, 2);
  const post = FakeRequest.last;
  equal(post.options.method, "POST");
  equal(post.options.headers["X-CSRFToken"], "token");
  equal(JSON.parse(post.options.body), first);
  await post.answer(ok(first));
  equal(events.at(-1), "ok");
  const posts = FakeRequest.all.filter(({ options }) => options.method === "POST");
  equal(
    posts.map(({ options }) => JSON.parse(options.body).type),
    ["move", "resign"],
  );
});

test("polling asks at once in the place of sync, and again if a request is under way", async () => {
  const connection = await connectByPolling();
  connection.send(protocol.sync());
  equal(FakeRequest.all.length, 2);
  connection.send(protocol.sync());
  equal(FakeRequest.all.length, 2);
  await FakeRequest.last.answer([state()]);
  await clock.pass(0);
  equal(FakeRequest.all.length, 3);
});

test("polling hears that the game does not exist", async () => {
  await connectByPolling();
  await clock.pass(2000);
  await FakeRequest.last.answer({ type: "no", id: null, code: "no_such_game" }, 404);
  equal(events.at(-1), "gone");
});

test("a refusal over HTTP is a message", async () => {
  const connection = await connectByPolling();
  connection.request(protocol.resign());
  await settle();
  await FakeRequest.last.answer(
    { type: "no", id: "a", code: "over", message: "", state: null },
    409,
  );
  equal(events.at(-1), "no");
});

test("an answer that is not the server's is a lost connection", async () => {
  await connectByPolling();
  await clock.pass(2000);
  await FakeRequest.last.answer({ error: "Log in to this network" }, 511);
  equal(events.at(-1), "lost 0");
});

test("polling gives a request up after nine seconds", async () => {
  await connectByPolling();
  await clock.pass(2000 + 8999);
  equal(FakeRequest.all[1]?.isAborted, false);
  await clock.pass(1);
  equal(FakeRequest.all[1]?.isAborted, true);
});

test("a message of a closed socket is not heard", () => {
  connectBySocket();
  const socket = FakeSocket.last;
  socket.drop();
  socket.receive(state());
  equal(events, ["open", "state", "lost 1006"]);
});
