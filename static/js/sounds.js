// Fetches the sounds at the first press of a page, before which browsers play nothing.

/** @typedef {typeof import("./pages/game/sound.js")} Sounds */

/** @type {Promise<Sounds | null> | null} */
let sounds = null;

const fetchSounds = () => (sounds ??= import("./pages/game/sound.js").catch(() => null));
// The press may have been on the page whose place this one took.
if (navigator.userActivation?.hasBeenActive) void fetchSounds();
for (const type of ["pointerdown", "keydown"])
  addEventListener(type, fetchSounds, { capture: true });

/** @param {(sounds: Sounds) => void} play */
export const withSounds = (play) => void sounds?.then((fetched) => fetched && play(fetched));
