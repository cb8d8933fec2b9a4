// Follows a game that waits while its host does something else: the tab remembers it, and asks for it, as few pages ever
// wait. What has changed is said by a title and a sound, and shown by the page itself or in the header.

import { noteInvitation } from "./remembered.js";
import { playFor } from "./pages/game/sound.js";
import { showCallers } from "./people/callers.js";
import { gettext, interpolate } from "./words.js";

/** @typedef {Pick<State, "status"> & Partial<State>} Waiting */

const ASK_EVERY = 4000; // milliseconds

/** @type {Waiting} as one that waits, if it cannot be read now */
const UNKNOWN = { status: "waiting" };

let followed = ""; // the address of the game about which this page asks
let said = "waiting"; // its status, as the page says it
let timer = 0; // until it asks again
const { title } = document;

/** @param {string} address @param {() => void} show what has changed */
export function follow(address, show = () => showCallers(address)) {
  if (followed === address) return;
  followed = address;
  noteInvitation(address, true);
  void ask(address, show);
}

/** @param {string} address @param {() => void} show */
async function ask(address, show) {
  clearTimeout(timer);
  const game = await find(address).catch(() => UNKNOWN);
  const { status, you = [], awaited = [], next, call } = game ?? { status: "closed" };
  const isOpen = status === "waiting" || status === "called";
  // At the end of a call the server is asked at once.
  const pause = Math.min(ASK_EVERY, (call ?? ASK_EVERY) + 200);
  if (isOpen) timer = setTimeout(() => void ask(address, show), pause);
  if (game === UNKNOWN || status === said) return;
  said = status;
  const isCalled = status === "called" && you.some((mark) => awaited.includes(mark));
  const hasCome = isCalled || (status === "playing" && you.length > 0);
  if (!isOpen && !hasCome) noteInvitation(address, false);
  if (game && next) follow(address.replace(game.id ?? "", next), show);
  const words = interpolate(gettext("%(name)s is here"), { name: game ? nameOfOther(game) : "" });
  document.title = hasCome ? `${words} · ${title}` : title;
  if (hasCome) playFor("joined");
  show();
}

/** @param {string} address @returns {Promise<Waiting | null>} null if the game is gone */
async function find(address) {
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  if (response.status === 404) return null;
  return response.ok ? response.json() : UNKNOWN;
}

/** @param {Waiting} game */
const nameOfOther = ({ you, seats }) => seats?.[you?.[0] === "X" ? "O" : "X"]?.name ?? "";
