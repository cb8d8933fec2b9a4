import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import * as protocol from "../../static/js/pages/game/protocol.js";
import { connectByPolling, events, ok, state } from "./connections.js";
import { computerGame } from "./games.js";
import { clock, FakeRequest, settle, setVisible } from "./platform.js";

test("polling asks every two seconds", async () => {
  await connectByPolling();
  equal(events, ["open", "state"]);
  await clock.advance(1999);
  equal(FakeRequest.all.length, 1);
  await clock.advance(1);
  equal(FakeRequest.all.length, 2);
  equal(FakeRequest.last.address.includes("visible=true"), true);
});

test("polling asks every ten seconds on a page that cannot be seen", async () => {
  setVisible(false);
  await connectByPolling();
  await clock.advance(9999);
  equal(FakeRequest.all.length, 1);
  await clock.advance(1);
  equal(FakeRequest.last.address.includes("visible=false"), true);
});

test("polling asks often while the computer thinks", async () => {
  await connectByPolling([{ type: "state", ...computerGame([4]) }]);
  await clock.advance(399);
  equal(FakeRequest.all.length, 1);
  await clock.advance(1);
  equal(FakeRequest.all.length, 2);
});

test("polling asks twice a move where the computer plays itself", async () => {
  const exhibition = { pace: 1000, is_paused: false };
  await connectByPolling([{ type: "state", ...computerGame([4], { exhibition }) }]);
  await clock.advance(499);
  equal(FakeRequest.all.length, 1);
  await clock.advance(1);
  equal(FakeRequest.all.length, 2);
});

test("polling asks no more often than else while that is paused", async () => {
  const exhibition = { pace: 500, is_paused: true };
  await connectByPolling([{ type: "state", ...computerGame([4], { exhibition }) }]);
  await clock.advance(1999);
  equal(FakeRequest.all.length, 1);
});

test("polling reports presence and reactions when they are new", async () => {
  const presence = { type: "presence", seats: { X: "here" }, watchers: 0 };
  const reaction = { type: "reaction", mark: "X", reaction: "nice", number: 1 };
  await connectByPolling(/** @type {any} */ ([state(), presence, reaction]));
  await clock.advance(2000);
  await FakeRequest.last.answer([state(), presence, reaction]);
  equal(events, ["open", "state", "presence", "reaction", "state"]);
  await clock.advance(2000);
  await FakeRequest.last.answer([
    state(),
    { ...presence, watchers: 1 },
    { ...reaction, number: 2 },
  ]);
  equal(events.slice(5), ["state", "presence", "reaction"]);
});

test("polling posts messages one after the other, with the token against forgery", async () => {
  document.cookie = "csrftoken=token";
  const connection = await connectByPolling();
  const [first, second] = [
    protocol.createMessage({ type: "move", ply: 0, cell: 4 }),
    protocol.createMessage({ type: "resign" }),
  ];
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
  connection.send(protocol.createMessage({ type: "sync" }));
  equal(FakeRequest.all.length, 2);
  connection.send(protocol.createMessage({ type: "sync" }));
  equal(FakeRequest.all.length, 2);
  await FakeRequest.last.answer([state()]);
  await clock.advance(0);
  equal(FakeRequest.all.length, 3);
});

test("polling hears that the game does not exist", async () => {
  await connectByPolling();
  await clock.advance(2000);
  await FakeRequest.last.answer({ type: "no", id: null, code: "no_such_game" }, 404);
  equal(events.at(-1), "gone");
});

test("a refusal over HTTP is a message", async () => {
  const connection = await connectByPolling();
  connection.request(protocol.createMessage({ type: "resign" }));
  await settle();
  await FakeRequest.last.answer(
    { type: "no", id: "a", code: "over", message: "", state: null },
    409,
  );
  equal(events.at(-1), "no");
});

test("an answer that is not the server's is a lost connection", async () => {
  await connectByPolling();
  await clock.advance(2000);
  await FakeRequest.last.answer({ error: "Log in to this network" }, 511);
  equal(events.at(-1), "lost 0");
});

test("polling gives a request up after nine seconds", async () => {
  await connectByPolling();
  await clock.advance(2000 + 8999);
  equal(FakeRequest.all[1]?.isAborted, false);
  await clock.advance(1);
  equal(FakeRequest.all[1]?.isAborted, true);
});
