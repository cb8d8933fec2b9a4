// Keys mean the same on every layout of the keyboard.

import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";

import { keyOf } from "../../static/js/keys.js";

/** @param {[key: string, code: string, expected: string][]} presses */
const check = (presses, shiftKey = false) => {
  for (const [key, code, expected] of presses)
    equal([key, code, keyOf({ key, code, shiftKey })], [key, code, expected]);
};

test("a Latin letter is what it writes, wherever it is", () =>
  check([
    ["r", "KeyR", "r"],
    ["R", "KeyR", "r"], // Caps Lock
    ["r", "KeyO", "r"], // Dvorak
    ["w", "KeyZ", "w"], // AZERTY
    ["7", "Digit7", "7"],
    ["7", "Numpad7", "7"],
  ]));

test("another letter or sign is what a US keyboard has there", () =>
  check([
    ["к", "KeyR", "r"],
    ["К", "KeyR", "r"],
    ["ρ", "KeyR", "r"],
    ["ר", "KeyR", "r"],
    ["&", "Digit1", "1"], // AZERTY
    ["é", "Digit2", "2"],
    ["ě", "Digit2", "2"], // Czech
    ["٣", "Digit3", "3"],
    ["х", "BracketLeft", "["],
    ["ъ", "BracketRight", "]"],
    ["ü", "BracketLeft", "["],
    ["Dead", "BracketLeft", "["], // AZERTY
    ["Process", "KeyH", "h"], // an input method
    ["[", "Digit5", "["], // French on a Mac
  ]));

test("signs that are meant stay what they are", () => {
  check(
    [
      ["!", "Digit1", "!"],
      ["?", "Slash", "?"],
      ["?", "Digit7", "?"], // Russian
      ["?", "KeyM", "?"], // AZERTY
      ["؟", "Slash", "?"],
      ["R", "KeyR", "r"],
      ["1", "Digit1", "1"], // AZERTY
    ],
    true,
  );
  check([["/", "Slash", "/"]]);
});

test("keys with names are left alone", () =>
  check([
    ["ArrowLeft", "ArrowLeft", "ArrowLeft"],
    ["ArrowLeft", "Numpad4", "ArrowLeft"],
    ["Enter", "Enter", "Enter"],
    ["Escape", "Escape", "Escape"],
    ["F5", "F5", "F5"],
    [" ", "Space", " "],
    ["x", "", "x"], // a keyboard on the screen
  ]));
