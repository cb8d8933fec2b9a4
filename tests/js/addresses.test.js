import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import { plyIn, profileAddress } from "../../static/js/addresses.js";

test("an address names a ply at its end or in its query", () => {
  equal(plyIn({ hash: "#5", search: "" }), 5);
  equal(plyIn({ hash: "#0", search: "?ply=3" }), 0);
  equal(plyIn({ hash: "#main", search: "?ply=12" }), 12);
  equal(plyIn({ hash: "", search: "?other=1&ply=3" }), 3);
});

test("what is no ply names none", () => {
  for (const hash of ["", "#", "#main", "#-1", "#1.5", "#1234"])
    equal(plyIn({ hash, search: "" }), null);
  for (const search of ["", "?ply=", "?ply=x", "?ply=-1"]) equal(plyIn({ hash: "", search }), null);
});

test("a profile has an address whatever the name", () => {
  equal(profileAddress("/players/name/", "Ada"), "/players/Ada/");
  equal(profileAddress("/players/name/", "A/B c?$&"), "/players/A-B%20c%3F%24%26/");
});
