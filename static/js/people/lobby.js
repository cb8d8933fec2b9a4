// The part of the lobby on the page of a game: whether others wait for the same with another clock.

import { find, findOptional, readJson } from "../dom.js";
import { parts } from "../pages/game/parts.js";
import { interpolate, ngettext } from "../words.js";

const root = findOptional("other-clock", HTMLFormElement); // for who waits
if (root) {
  const words = find("others", HTMLElement, root);
  const name = find("other-name", HTMLElement, root);
  const control = find("other-control", HTMLInputElement, root);
  /** @type {Record<string, string>} by their codes */
  const names = readJson("control-names");
  parts.push(({ part }) => {
    const other = part?.other_clock;
    root.hidden = !other;
    if (!other) return;
    const counted = ngettext(
      "Somebody waits with another clock.",
      "%(count)s people wait with other clocks.",
      other.count,
    );
    words.textContent = interpolate(counted, { count: other.count });
    control.value = other.control;
    name.textContent = names[other.control] ?? other.control;
  });
}
