import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import { csrfToken, renewToken } from "../../static/js/csrf.js";

Object.assign(globalThis, {
  document: { cookie: "", documentElement: { dataset: { cookies: "_1a2b3c4d" } } },
});

// As Django's own _mask_cipher_secret makes them.
const SECRET = "Zb3dEfGh1jKlMnOpQrStUvWxYz012345";
const MASK = "abcdefghijklmnopqrstuvwxyz012345";
const MASKED = `${MASK}Zc5gIkMo9sUwYA2E6IaMeQiUmYQSUWY0`;

/** @param {string} token */
function form(token) {
  const data = new FormData();
  data.set("csrfmiddlewaretoken", token);
  data.set("name", "Ann");
  return data;
}

test("a form keeps its own token while the cookie has the same", () => {
  document.cookie = `theme=chalk; csrftoken_1a2b3c4d=${SECRET}`;
  const data = form(MASKED);
  renewToken(data);
  equal(data.get("csrfmiddlewaretoken"), MASKED);
});

test("a form that is older than a sign-in in another tab gets the token of now", () => {
  document.cookie = "csrftoken_1a2b3c4d=another";
  const data = form(MASKED);
  renewToken(data);
  equal([data.get("csrfmiddlewaretoken"), data.get("name")], ["another", "Ann"]);
  equal(csrfToken(), "another");
});

test("the cookie of another site on this machine is not taken for this site's", () => {
  document.cookie = "csrftoken=former; csrftoken_00000000=other";
  equal(csrfToken(), "");
});

test("a form without a token gets none, and without a cookie it stays as it is", () => {
  document.cookie = "csrftoken_1a2b3c4d=another";
  const plain = new FormData();
  renewToken(plain);
  equal(plain.has("csrfmiddlewaretoken"), false);
  document.cookie = "";
  const data = form(MASKED);
  renewToken(data);
  equal(data.get("csrfmiddlewaretoken"), MASKED);
});
