import { deepEqual as equal, throws } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as protocol from "../../static/js/pages/game/protocol.js";

/**
 * Return the messages that both sides must write and read, see tests/protocol.
 *
 * @param {"answers" | "messages"} name
 * @returns {any[]}
 */
function golden(name) {
  const file = new URL(`../protocol/golden/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf-8"));
}

test("the messages are those that the server reads", () => {
  const makers = /** @type {any} */ (protocol);
  for (const message of golden("messages")) {
    const { type, id, ...fields } = message;
    const sent = JSON.parse(protocol.encode(makers[type](...Object.values(fields))));
    equal({ ...sent, id }, message);
  }
});

test("the answers are read as the server writes them", () => {
  for (const answer of golden("answers")) equal(protocol.decode(JSON.stringify(answer)), answer);
});

test("every message has an id of its own that begins with the page's", () => {
  const ids = [protocol.sync(), protocol.move(0, 4), protocol.resign()].map(({ id }) => id);
  equal(new Set(ids).size, 3);
  equal(
    ids.every((id) => id.startsWith(`${protocol.PAGE_ID}-`)),
    true,
  );
});

test("a message carries its fields", () => {
  const { id, ...fields } = JSON.parse(protocol.encode(protocol.move(3, 4)));
  equal(typeof id, "string");
  equal(fields, { type: "move", ply: 3, cell: 4 });
});

test("a frame of a known type is read", () => {
  equal(protocol.decode('{"type": "pong", "id": "a", "version": 7}'), {
    type: "pong",
    id: "a",
    version: 7,
  });
});

test("a frame of an unknown type is an error", () => {
  throws(() => protocol.decode('{"type": "move"}'));
});

test("a frame that is not JSON is an error", () => {
  throws(() => protocol.decode("pong"));
});

test("a variant names its size and whether a line loses", () => {
  equal(protocol.parseVariant("7x6x4+drop"), { width: 7, height: 6, isMisere: false });
  equal(protocol.parseVariant("3x3x3+misere"), { width: 3, height: 3, isMisere: true });
});
