import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import * as protocol from "../../static/js/pages/game/protocol.js";
import { connectByPolling, events, state } from "./connections.js";
import { clock, FakeRequest, settle, setVisible } from "./platform.js";

/** Return after how many milliseconds the page asks again. */
async function timeToNextRequest() {
  const before = FakeRequest.all.length;
  let waited = 0;
  for (; FakeRequest.all.length === before; waited += 100) await clock.advance(100);
  return waited;
}

const posts = () => FakeRequest.all.filter(({ options }) => options.method === "POST");

test("polling asks every two seconds, on a page that cannot be seen every ten", async () => {
  await connectByPolling();
  equal(await timeToNextRequest(), 2000);
  equal(FakeRequest.last.address, "/g/game/?visible=true");
  setVisible(false);
  await FakeRequest.last.answer(state());
  equal(await timeToNextRequest(), 10_000);
  equal(FakeRequest.last.address, "/g/game/?visible=false");
});

test("too many requests of a network end no polling", async () => {
  const connection = await connectByPolling();
  await clock.advance(2000);
  await FakeRequest.last.refuse({ "Retry-After": "5" });
  connection.send(protocol.createMessage({ type: "sync" }));
  equal(await timeToNextRequest(), 5000);
  equal(events, ["open", "state"]);
});

test("a message that was one too many is sent again", async () => {
  const connection = await connectByPolling();
  connection.request(protocol.createMessage({ type: "move", ply: 0, cell: 4 }));
  await settle();
  await FakeRequest.last.refuse({});
  await FakeRequest.last.answer(state());
  equal(events.at(-1), "not saved");
  await clock.advance(500);
  const [first, second] = posts().map(({ options }) => String(options.body));
  equal(first, second);
});

test("polling reports who is here and what is said when it is new", async () => {
  const presence = { type: "presence", seats: { X: "here" }, watchers: 0 };
  const said = { type: "reaction", mark: "X", reaction: "nice" };
  const answer = Object.assign(state(), { presence, said });
  await connectByPolling(answer);
  await clock.advance(2000);
  await FakeRequest.last.answer(answer);
  equal(events, ["open", "state", "presence", "reaction", "state"]);
});

test("polling posts forms one after the other, and tells of a refusal after the state", async () => {
  document.cookie = "csrftoken=token";
  const connection = await connectByPolling();
  const move = protocol.createMessage({ type: "move", ply: 0, cell: 4 });
  connection.request(move);
  connection.request(protocol.createMessage({ type: "resign" }));
  await settle();
  equal(posts().length, 1);
  const { address, options } = FakeRequest.last;
  equal([address, String(options.body)], ["/g/game/move/", `message=${move.id}&ply=0&cell=4`]);
  equal(options.headers, { "X-CSRFToken": "token", Accept: "application/json" });
  await FakeRequest.last.answer(state());
  await FakeRequest.last.answer(state());
  equal(events, ["open", "state", "state", "ok"]);
  await FakeRequest.last.answer({ code: "over", message: "This game is over." }, 409);
  await FakeRequest.last.answer(state());
  equal(events.slice(4), ["state", "no"]);
  equal(
    posts().map((post) => post.address),
    ["/g/game/move/", "/g/game/resign/"],
  );
});

test("polling hears that the game does not exist", async () => {
  await connectByPolling();
  await clock.advance(2000);
  await FakeRequest.last.answer({ code: "no_such_game", message: "" }, 404);
  equal(events.at(-1), "gone");
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
  equal(FakeRequest.last.isAborted, false);
  await clock.advance(1);
  equal(FakeRequest.all[1]?.isAborted, true);
});
