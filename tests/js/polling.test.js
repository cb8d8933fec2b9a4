import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import * as protocol from "../../static/js/pages/game/protocol.js";
import { connect, connectByPolling, events, ok, state } from "./connections.js";
import { computerGame, computersGame, game } from "./games.js";
import { clock, FakeRequest, FakeSocket, settle, setVisible } from "./platform.js";

/** @import { State } from "../../static/js/pages/game/types.js"; */

/**
 * Return after how many milliseconds a page asks again that has heard of this state of its game.
 *
 * @param {State} heard
 */
async function waitAfter(heard) {
  const message = { type: "state", ...heard };
  if (FakeRequest.all.length === 0) await connectByPolling([message]);
  else await FakeRequest.last.answer([message]);
  return timeToNextRequest();
}

/** Return after how many milliseconds the page asks again. */
async function timeToNextRequest() {
  const before = FakeRequest.all.length;
  let waited = 0;
  for (; FakeRequest.all.length === before; waited += 100) await clock.advance(100);
  return waited;
}

test("polling asks every two seconds while another person is to move", async () => {
  equal(await waitAfter(game([4])), 2000);
  equal(events, ["open", "state"]);
  equal(FakeRequest.last.address.includes("visible=true"), true);
});

test("polling asks less often while that person can do little, or nobody else anything", async () => {
  equal(await waitAfter(game()), 4000);
  equal(await waitAfter(game([4], { status: "finished" })), 4000);
  equal(await waitAfter(computerGame()), 6000);
  equal(await waitAfter(game([], { you: ["X", "O"] })), 6000);
  equal(await waitAfter(game([4], { you: [] })), 2000);
});

test("too many requests of a network end no polling: it asks again, later each time", async () => {
  await connectByPolling();
  await clock.advance(4000);
  for (const delay of [2000, 4000, 8000, 16_000, 16_000]) {
    await FakeRequest.last.refuse();
    equal(await timeToNextRequest(), delay);
  }
  await FakeRequest.last.refuse({ "Retry-After": "20" });
  equal(await timeToNextRequest(), 20_000);
  await FakeRequest.last.answer([state()]);
  equal(await timeToNextRequest(), 4000);
  equal(events, ["open", "state", "state"]);
});

test("what the page asks for meanwhile makes it no worse", async () => {
  const connection = await connectByPolling();
  await clock.advance(4000);
  await FakeRequest.last.refuse();
  connection.send(protocol.createMessage({ type: "sync" }));
  equal(FakeRequest.all.length, 2);
});

test("a message that was one too many is sent again", async () => {
  const connection = await connectByPolling();
  const message = protocol.createMessage({ type: "move", ply: 0, cell: 4 });
  connection.request(message);
  await settle();
  await FakeRequest.last.refuse();
  equal(events.at(-1), "not saved");
  await clock.advance(500);
  const posts = FakeRequest.all.filter(({ options }) => options.method === "POST");
  equal(
    posts.map(({ options }) => JSON.parse(options.body)),
    [message, message],
  );
});

test("news of who is here asks for nothing that has come with it", async () => {
  const connection = connect({
    onPresence: () => connection.send(protocol.createMessage({ type: "sync" })),
  });
  FakeSocket.last.drop(0);
  const presence = { type: "presence", seats: { X: "here" }, watchers: 0 };
  await FakeRequest.last.answer([state(), presence]);
  equal(await timeToNextRequest(), 4000);
});

test("polling asks every ten seconds on a page that cannot be seen", async () => {
  setVisible(false);
  await connectByPolling();
  await clock.advance(9999);
  equal(FakeRequest.all.length, 1);
  await clock.advance(1);
  equal(FakeRequest.last.address.includes("visible=false"), true);
});

test("polling asks often while the computer thinks, and less often the longer it takes", async () => {
  const thinking = { type: /** @type {const} */ ("state"), ...computerGame([4]) };
  await connectByPolling([thinking]);
  for (const delay of [400, 800, 1600, 1600]) {
    equal(await timeToNextRequest(), delay);
    await FakeRequest.last.answer([thinking]);
  }
});

test("polling asks once a second where the computer plays itself", async () => {
  equal(await waitAfter(computersGame([4])), 1000);
});

test("polling reports presence and reactions when they are new", async () => {
  const presence = { type: "presence", seats: { X: "here" }, watchers: 0 };
  const reaction = { type: "reaction", mark: "X", reaction: "nice", number: 1 };
  await connectByPolling(/** @type {any} */ ([state(), presence, reaction]));
  await clock.advance(4000);
  await FakeRequest.last.answer([state(), presence, reaction]);
  equal(events, ["open", "state", "presence", "reaction", "state"]);
  await clock.advance(4000);
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
  await clock.advance(4000);
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
  await clock.advance(4000);
  await FakeRequest.last.answer({ error: "Log in to this network" }, 511);
  equal(events.at(-1), "lost 0");
});

test("polling gives a request up after nine seconds", async () => {
  await connectByPolling();
  await clock.advance(4000 + 8999);
  equal(FakeRequest.all[1]?.isAborted, false);
  await clock.advance(1);
  equal(FakeRequest.all[1]?.isAborted, true);
});
