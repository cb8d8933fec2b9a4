// Tells a host who plays something else meanwhile that somebody has joined: by a notice with a link to the game, the
// title of the page, and a sound unless it is off. The notice takes the place of the words about the search where
// the page has some. The page asks for it, as few pages ever wait.

import { csrfToken } from "./csrf.js";
import { findOptional, setSentence } from "./dom.js";
import { noteInvitation } from "./remembered.js";
import { playFor } from "./pages/game/sound.js";
import { gettext, interpolate, ngettext } from "./words.js";

/** @import { State } from "./pages/game/types.js"; */

/** @typedef {Pick<State, "status"> & Partial<State>} Waiting */

const ASK_EVERY = 4000; // milliseconds
const CALLED_FOR = 20; // seconds that somebody met by chance is made to wait

/** @type {Waiting} as one that waits, if it cannot be read now */
const UNKNOWN = { status: "waiting" };

let followed = ""; // the address of the game about which this page asks

/**
 * Note that this tab waits in a game, and tell when somebody joins.
 *
 * @param {string} address
 * @param {boolean} isOpen whether it waits for anybody, and not for a friend
 */
export function follow(address, isOpen = false) {
  if (followed === address) return;
  followed = address;
  noteInvitation(address, true);
  void notifyWhenFriendJoins(address, isOpen);
}

/**
 * @param {string} address
 * @param {boolean} isOpen
 */
async function notifyWhenFriendJoins(address, isOpen) {
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
  follow(address, true);
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
  const words = document.createElement("span");
  const link = Object.assign(document.createElement("a"), { href: address });
  const notice = makeNotice(words, link);
  setSentence(words, isOpen ? gettext("%(name)s is here") : gettext("%(name)s has joined."), name);
  if (isOpen) setSentence(link, gettext("Play %(name)s"), name);
  else link.textContent = gettext("Go to your game");
  const { title } = document;
  document.title = `${words.textContent} · ${title}`;
  playFor("joined");
  if (isOpen)
    waitForAnswer(address, notice, title, () => {
      setSentence(words, gettext("%(name)s could not wait any longer."), name);
      notice.append(words);
    });
}

/**
 * Show a notice in the place of the words about the search, or over the page.
 *
 * @param {HTMLElement[]} content
 */
function makeNotice(...content) {
  const notice = Object.assign(document.createElement("div"), { className: "notice" });
  notice.setAttribute("role", "alert");
  notice.append(...content);
  const place = findOptional("looking", HTMLElement);
  notice.classList.toggle("toast", !place);
  if (place) findOptional("news", HTMLElement, place)?.replaceChildren(notice);
  else document.querySelector("main")?.prepend(notice);
  return notice;
}

/**
 * Let somebody met by chance wait for a while, or until one says that one does not come.
 *
 * @param {string} address
 * @param {HTMLElement} notice
 * @param {string} title that the page has otherwise
 * @param {() => void} sayLate called when the time is over
 */
function waitForAnswer(address, notice, title, sayLate) {
  const [more, no] = [document.createElement("small"), document.createElement("button")];
  let left = CALLED_FOR;
  const countDown = () => {
    const words = ngettext(
      "and waits %(count)s second for you.",
      "and waits %(count)s seconds for you.",
      left,
    );
    more.textContent = interpolate(words, { count: left });
    if (left === 0) beLate();
    left -= 1;
  };
  const timer = setInterval(countDown, 1000);
  const end = () => {
    clearInterval(timer);
    document.title = title;
    notice.replaceChildren();
  };
  const beLate = () => {
    end();
    sayLate();
    // Whoever does not look at the page would only keep the next one waiting.
    if (document.hidden) noteInvitation(address, false);
    else void giveWay(address, notice);
  };
  no.textContent = gettext("Not now, keep looking");
  no.className = "quiet";
  no.addEventListener("click", () => {
    end();
    void giveWay(address, notice);
  });
  more.ariaHidden = "true"; // The alert would be read anew each second.
  countDown();
  notice.firstChild?.after(" ", more, " ");
  notice.append(no);
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
    notice.append(" ", gettext("This search is over."));
    noteInvitation(address, false);
  }
}
