import { deepEqual as equal, throws } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as protocol from "../../static/js/pages/game/protocol.js";
import { defaults } from "./games.js";

Object.assign(globalThis, { document: { getElementById: () => ({ textContent: defaults }) } });

/** @type {any[]} what the server writes, see tests/protocol */
const ANSWERS = JSON.parse(
  readFileSync(new URL("../protocol/golden/answers.json", import.meta.url), "utf-8"),
);

test("the answers are read as the server writes them", () => {
  for (const answer of ANSWERS) equal(protocol.decode(JSON.stringify(answer)), answer);
});

test("a message has an id of its own that begins with the page's, and its fields", () => {
  const [first, second] = [3, 5].map((ply) => protocol.createMessage({ type: "undo", ply }));
  equal(first, { type: "undo", id: first?.id ?? "", ply: 3 });
  equal(first?.id.startsWith(`${protocol.PAGE_ID}-`), true);
  equal(first?.id === second?.id, false);
});

test("a frame of an unknown type, or that is not JSON, is an error", () => {
  throws(() => protocol.decode('{"type": "move"}'));
  throws(() => protocol.decode("pong"));
});
