// Tells a host who plays something else meanwhile that the friend has joined: by a notice with a link to the game, the
// title of the page, and a sound for those who chose so. The page asks for it, as few pages ever wait.

import { setSentence } from "./dom.js";
import { noteInvitation } from "./remembered.js";
import { playFor } from "./pages/game/sound.js";
import { gettext } from "./words.js";

/** @import { State } from "./pages/game/types.js"; */

const ASK_EVERY = 4000; // milliseconds

/** @param {string} address of the game that waits */
export async function notifyWhenFriendJoins(address) {
  const game = await find(address);
  if (game?.status === "waiting") setTimeout(() => void notifyWhenFriendJoins(address), ASK_EVERY);
  else if (game?.status === "playing" && game.you.length > 0) notify(address, guestName(game));
  else noteInvitation(address, false);
}

/**
 * Return the game as it stands, as one that waits if it cannot be read now, null if it is gone.
 *
 * @param {string} address
 * @returns {Promise<Pick<State, "status" | "you" | "seats"> | null>}
 */
async function find(address) {
  const unknown = {
    status: /** @type {const} */ ("waiting"),
    you: [],
    seats: { X: null, O: null },
  };
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    if (response.ok) return await response.json();
    return response.status === 404 ? null : unknown;
  } catch {
    return unknown;
  }
}

/** @param {Pick<State, "you" | "seats">} game */
function guestName({ you, seats }) {
  return seats[you[0] === "X" ? "O" : "X"]?.name ?? "";
}

/**
 * @param {string} address
 * @param {string} name of the guest
 */
function notify(address, name) {
  const notice = document.createElement("p");
  notice.className = "notice toast";
  notice.setAttribute("role", "alert");
  const words = document.createElement("span");
  setSentence(words, gettext("%(name)s has joined."), name);
  const link = document.createElement("a");
  link.href = address;
  link.textContent = gettext("Go to your game");
  notice.append(words, " ", link);
  document.querySelector("main")?.prepend(notice);
  document.title = `${words.textContent} · ${document.title}`;
  playFor("end");
}
