// Keys mean the same on every layout of the keyboard.

import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import { keyOf } from "../../static/js/keys.js";

/** @param {string} presses each key, its place and what it means */
const check = (presses, shiftKey = false) => {
  for (const press of presses.split("; ")) {
    const [key = "", code = "", expected] = press.split(" ");
    equal([press, keyOf({ key, code, shiftKey })], [press, expected]);
  }
};

test("a Latin letter is what it writes, wherever it is", () =>
  check("r KeyR r; R KeyR r; r KeyO r; w KeyZ w; 7 Digit7 7; 7 Numpad7 7"));

test("another letter or sign is what a US keyboard has there, as on Russian, Greek, Hebrew, French, Czech ones", () => {
  check("к KeyR r; К KeyR r; ρ KeyR r; ר KeyR r; & Digit1 1; é Digit2 2; ě Digit2 2; ٣ Digit3 3");
  check(
    "х BracketLeft [; ъ BracketRight ]; ü BracketLeft [; Dead BracketLeft [; Process KeyH h; [ Digit5 [",
  );
});

test("signs that are meant stay what they are", () => {
  check("! Digit1 !; ? Slash ?; ? Digit7 ?; ? KeyM ?; ؟ Slash ?; R KeyR r; 1 Digit1 1", true);
  check("/ Slash /");
});

test("keys with names are left alone", () => {
  check("ArrowLeft ArrowLeft ArrowLeft; ArrowLeft Numpad4 ArrowLeft; Enter Enter Enter; F5 F5 F5");
  equal(keyOf({ key: " ", code: "Space", shiftKey: false }), " ");
  equal(keyOf({ key: "x", code: "", shiftKey: false }), "x"); // a keyboard on the screen
});
