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

// The token of a form after it was renewed, while the browser keeps these cookies.
/** @param {string} cookies @param {string | null} token */
function renewed(cookies, token) {
  document.cookie = cookies;
  const data = new FormData();
  if (token) data.set("csrfmiddlewaretoken", token);
  renewToken(data);
  return data.get("csrfmiddlewaretoken");
}

test("a form keeps its own token while the cookie has the same, or where there is none", () => {
  equal(renewed(`theme=chalk; csrftoken_1a2b3c4d=${SECRET}`, MASKED), MASKED);
  equal(renewed("", MASKED), MASKED);
});

test("a form that is older than a sign-in in another tab gets the token of now, if it has one", () => {
  equal(renewed("csrftoken_1a2b3c4d=another", MASKED), "another");
  equal(renewed("csrftoken_1a2b3c4d=another", null), null);
});

test("the cookie of another site on this machine is not taken for this site's", () => {
  document.cookie = "csrftoken=former; csrftoken_00000000=other";
  equal(csrfToken(), "");
});
