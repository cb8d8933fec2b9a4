import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import { say } from "../../static/js/dom.js";
import { gettext, interpolate, ngettext } from "../../static/js/words.js";

test("the same words are read aloud again, as another text that nobody hears", () => {
  const region = /** @type {Element} */ (/** @type {unknown} */ ({ textContent: "" }));
  let before = region.textContent;
  for (let time = 0; time < 3; time += 1) {
    say(region, "That place is taken");
    equal(
      [region.textContent === before, region.textContent.trim()],
      [false, "That place is taken"],
    );
    before = region.textContent;
  }
  say(region, "");
  equal(region.textContent, "");
});

test("without a catalogue the words are English", () => {
  equal(gettext("Copied"), "Copied");
  equal(ngettext("%(count)s hint", "%(count)s hints", 1), "%(count)s hint");
  equal(ngettext("%(count)s hint", "%(count)s hints", 0), "%(count)s hints");
});

test("values are put where their names are", () => {
  const values = { how: "here", name: "$& %(how)s" };
  equal(interpolate("%(name)s is %(how)s", values), "$& %(how)s is here");
});
