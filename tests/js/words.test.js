import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import { gettext, interpolate, ngettext } from "../../static/js/words.js";

test("without a catalogue the words are English", () => {
  equal(gettext("Copied"), "Copied");
  equal(ngettext("%(count)s hint", "%(count)s hints", 1), "%(count)s hint");
  equal(ngettext("%(count)s hint", "%(count)s hints", 0), "%(count)s hints");
});

test("values are put where their names are", () => {
  equal(
    interpolate("%(name)s is %(how)s", { how: "here", name: "$& %(how)s" }),
    "$& %(how)s is here",
  );
});
