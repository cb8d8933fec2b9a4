// What is said again is read aloud again.

import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";

import { say } from "../../static/js/live-region.js";

test("the same words make another text each time, as nobody hears", () => {
  const region = /** @type {Element} */ (/** @type {unknown} */ ({ textContent: "" }));
  let before = region.textContent;
  for (let time = 0; time < 3; time += 1) {
    say(region, "That place is taken");
    equal(region.textContent === before, false);
    equal(region.textContent.trim(), "That place is taken");
    before = region.textContent;
  }
  say(region, "");
  equal(region.textContent, "");
});
