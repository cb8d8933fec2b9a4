import { deepEqual as equal } from "node:assert/strict";
import { test } from "node:test";
import { plyInHash, plyInSearch, profileAddress } from "../../static/js/addresses.js";

test("an address names a ply at its end or in its query", () => {
  equal(plyInHash("#5"), 5);
  equal(plyInHash("#0"), 0);
  equal(plyInSearch("?ply=12"), 12);
  equal(plyInSearch("?other=1&ply=3"), 3);
});

test("what is no ply names none", () => {
  for (const hash of ["", "#", "#main", "#-1", "#1.5", "#1234"]) equal(plyInHash(hash), null);
  for (const search of ["", "?ply=", "?ply=x", "?ply=-1"]) equal(plyInSearch(search), null);
});

test("a profile has an address whatever the name", () => {
  equal(profileAddress("/players/name/", "Ada"), "/players/Ada/");
  equal(profileAddress("/players/name/", "A/B c?$&"), "/players/A-B%20c%3F%24%26/");
});
