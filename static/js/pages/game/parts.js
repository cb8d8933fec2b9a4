// What rooms bring to the page of a game. Their scripts, which run before the page is drawn first, add themselves here.

/** @import { State } from "./types.js"; */

/** @type {((game: State) => void)[]} each draws its part of a state */
export const parts = [];
