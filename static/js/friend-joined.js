// Tells a host who plays something else meanwhile that somebody has joined: by a notice with a link to the game, the
// title of the page, and a sound unless it is off. The page asks for it, as few pages ever wait.

import { csrfToken } from "./csrf.js";
import { setSentence } from "./dom.js";
import { noteInvitation } from "./remembered.js";
import { playFor } from "./pages/game/sound.js";
import { gettext } from "./words.js";

/** @import { State } from "./pages/game/types.js"; */

/** @typedef {Pick<State, "status"> & Partial<State>} Waiting */

const ASK_EVERY = 4000; // milliseconds
const CALLED_FOR = 20000; // milliseconds that somebody met by chance is made to wait

/** @type {Waiting} as one that waits, if it cannot be read now */
const UNKNOWN = { status: "waiting" };

/**
 * @param {string} address of the game that waits
 * @param {boolean} isOpen whether it waits for anybody, and not for a friend
 */
export async function notifyWhenFriendJoins(address, isOpen = false) {
  const game = await find(address).catch(() => UNKNOWN);
  const isSeeking = isOpen || Boolean(game?.kind);
  if (game?.status === "waiting")
    setTimeout(() => void notifyWhenFriendJoins(address, isSeeking), ASK_EVERY);
  else if (game?.status === "playing" && game.you?.length) notify(address, game, isSeeking);
  else if (game?.next) waitIn(address, address.replace(game.id ?? "", game.next));
  else noteInvitation(address, false);
}

/**
 * Go on waiting in another game.
 *
 * @param {string} before address
 * @param {string} address
 */
function waitIn(before, address) {
  noteInvitation(before, false);
  noteInvitation(address, true);
  void notifyWhenFriendJoins(address, true);
}

/**
 * Return the game as it stands, null if it is gone.
 *
 * @param {string} address
 * @returns {Promise<Waiting | null>}
 */
async function find(address) {
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  if (response.status === 404) return null;
  return response.ok ? response.json() : UNKNOWN;
}

/**
 * @param {string} address
 * @param {Waiting} game
 * @param {boolean} isOpen whether the guest is somebody met by chance, who does not wait for long
 */
function notify(address, { you, seats }, isOpen) {
  const name = seats?.[you?.[0] === "X" ? "O" : "X"]?.name ?? "";
  const sentence = isOpen
    ? gettext("%(name)s wants to play and waits 20 seconds.")
    : gettext("%(name)s has joined.");
  const words = document.createElement("span");
  setSentence(words, sentence, name);
  const textContent = gettext("Go to your game");
  const link = Object.assign(document.createElement("a"), { href: address, textContent });
  const notice = Object.assign(document.createElement("p"), { className: "notice toast" });
  notice.setAttribute("role", "alert");
  notice.append(words, " ", link);
  document.querySelector("main")?.prepend(notice);
  const { title } = document;
  document.title = `${words.textContent} · ${title}`;
  playFor("joined");
  if (!isOpen) return;
  setTimeout(() => {
    document.title = title;
    link.remove();
    setSentence(words, gettext("%(name)s could not wait any longer."), name);
    // Whoever does not look at the page would only keep the next one waiting.
    if (document.hidden) noteInvitation(address, false);
    else void giveWay(address, notice);
  }, CALLED_FOR);
}

/**
 * Let the other one go on to somebody else, and wait again.
 *
 * @param {string} address
 * @param {HTMLElement} notice
 */
async function giveWay(address, notice) {
  const options = { method: "POST", headers: { "X-CSRFToken": csrfToken() } };
  const response = await fetch(`${address}give-way/`, options).catch(() => null);
  if (response?.ok) {
    notice.append(" ", gettext("You are in the queue again: we call you."));
    waitIn(address, (await response.json()).address);
  } else {
    noteInvitation(address, false);
  }
}
