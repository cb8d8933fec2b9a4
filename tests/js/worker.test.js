// What the service worker does with a message of the push service, with a press on what it shows, and when its
// subscription has ended.

import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";

/** @type {Record<string, (event: any) => void>} */
const handlers = {};
/** @type {unknown[][]} what the worker did */
const done = [];
/** @type {{ url: string, focus: () => void }[]} */
const pages = [];

const worker = {
  SHELL: { release: "1", page: "/offline/", files: [], prefix: "/static/" },
  addEventListener: (/** @type {string} */ type, /** @type {() => void} */ handler) => {
    handlers[type] = handler;
  },
  registration: {
    showNotification: (/** @type {unknown[]} */ ...shown) => void done.push(shown),
    pushManager: {
      subscribe: async (/** @type {{ applicationServerKey: string }} */ options) => {
        done.push(["subscribed", options.applicationServerKey]);
        return { toJSON: () => ({ endpoint: "https://push.example/2", keys: { auth: "a" } }) };
      },
    },
  },
  clients: {
    matchAll: () => Promise.resolve(pages),
    openWindow: (/** @type {string} */ address) => void done.push(["opened", address]),
  },
};
Object.assign(globalThis, { self: worker, location: { href: "https://play.example/worker.js" } });
const script = "../../static/js/pages/offline/worker.js"; // which is no module
await import(script);

/** @param {string} address */
async function press(address) {
  /** @type {Promise<void> | undefined} */
  let working;
  const notification = { close: () => void done.push(["closed"]), data: { address } };
  handlers["notificationclick"]?.({
    notification,
    waitUntil: (/** @type {Promise<void>} */ promise) => (working = promise),
  });
  await working;
}

test("a message is shown", () => {
  done.length = 0;
  const data = { json: () => ({ title: "Your turn", tag: "abc" }) };
  handlers["push"]?.({ data, waitUntil: () => {} });
  equal(done, [["Your turn", { tag: "abc" }]]);
});

test("a press opens the game, or goes to the page that has it", async () => {
  done.length = 0;
  await press("/g/abc/");
  pages.push({ url: "https://play.example/g/abc/#5", focus: () => void done.push(["focused"]) });
  await press("/g/abc/");
  equal(done, [["closed"], ["opened", "https://play.example/g/abc/"], ["closed"], ["focused"]]);
});

/** @param {string[]} kinds for which the person wishes to be called */
async function endSubscription(kinds) {
  done.length = 0;
  globalThis.fetch = async (address, { method = "GET", headers, body } = {}) => {
    done.push([method, address, ...(body ? [String(body), headers] : [])]);
    return Response.json({ key: "K", token: "T", kinds });
  };
  /** @type {Promise<void> | undefined} */
  let working;
  handlers["pushsubscriptionchange"]?.({
    waitUntil: (/** @type {Promise<void>} */ promise) => (working = promise),
  });
  await working;
}

test("a subscription that has ended is renewed", async () => {
  await endSubscription(["turn"]);
  equal(done, [
    ["GET", "/calls/"],
    ["subscribed", "K"],
    ["POST", "/calls/", "endpoint=https%3A%2F%2Fpush.example%2F2&auth=a", { "X-CSRFToken": "T" }],
  ]);
});

test("for somebody who does not wish to be called it is not", async () => {
  await endSubscription([]);
  equal(done, [["GET", "/calls/"]]);
});
