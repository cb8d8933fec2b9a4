// Tells a host who plays something else meanwhile that somebody has joined, or calls who is waited for: by a notice with
// a link to the game, the title of the page, and a sound unless it is off. The notice takes the place of the words about
// the search where the page has some. The page asks for it, as few pages ever wait.

import { csrfToken } from "./csrf.js";
import { findOptional, setSentence } from "./dom.js";
import { noteInvitation } from "./remembered.js";
import { playFor } from "./pages/game/sound.js";
import { gettext, interpolate, ngettext } from "./words.js";

/** @typedef {Pick<State, "status"> & Partial<State>} Waiting */

// Milliseconds
const ASK_EVERY = 4000;
const REFUSE_AGAIN = 1000; // what did not get through

/** @type {Waiting} as one that waits, if it cannot be read now */
const UNKNOWN = { status: "waiting" };

let followed = ""; // the address of the game about which this page asks
let timer = 0; // until it asks again
/** @type {((game: Waiting | null) => void) | null} ends the call that is shown */
let endCall = null;

/** @param {string} address */
export function follow(address) {
  if (followed === address) return;
  followed = address;
  noteInvitation(address, true);
  void ask(address);
}

/** @param {string} address */
async function ask(address) {
  clearTimeout(timer);
  const game = await find(address).catch(() => UNKNOWN);
  const { status, you = [] } = game ?? {};
  if (status === "waiting" || status === "called")
    timer = setTimeout(() => void ask(address), ASK_EVERY);
  if (game === UNKNOWN) return;
  if (game && status === "called" && you.some((mark) => game.awaited?.includes(mark))) {
    endCall ??= call(address, game);
    return;
  }
  endCall?.(game);
  endCall = null;
  if (status === "waiting" || status === "called") return;
  if (game && status === "playing" && you.length > 0) {
    const textContent = gettext("Go to your game");
    const link = Object.assign(document.createElement("a"), { href: address, textContent });
    showNotice(gettext("%(name)s has joined."), nameOfOther(game), " ", link);
    return;
  }
  noteInvitation(address, false);
  if (game?.next) follow(address.replace(game.id ?? "", game.next));
}

/** @param {string} address @returns {Promise<Waiting | null>} null if the game is gone */
async function find(address) {
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  if (response.status === 404) return null;
  return response.ok ? response.json() : UNKNOWN;
}

/** @param {Waiting} game */
const nameOfOther = ({ you, seats }) => seats?.[you?.[0] === "X" ? "O" : "X"]?.name ?? "";

/** @param {string} sentence @param {string} name @param {(HTMLElement | string)[]} others */
function showNotice(sentence, name, ...others) {
  const words = document.createElement("span");
  setSentence(words, sentence, name);
  const notice = Object.assign(document.createElement("div"), { className: "notice" });
  notice.setAttribute("role", "alert");
  notice.append(words, ...others);
  const place = findOptional("looking", HTMLElement);
  notice.classList.toggle("toast", !place);
  if (place) findOptional("news", HTMLElement, place)?.replaceChildren(notice);
  else document.querySelector("main")?.prepend(notice);
  document.title = `${words.textContent} · ${document.title}`;
  playFor("joined");
  return notice;
}

// Somebody waits for this person to come: says so, and for how long, until the game begins or is closed.
/** @param {string} address @param {Waiting} game @returns {(game: Waiting | null) => void} */
function call(address, game) {
  const { title } = document;
  const until = performance.now() + (game.call ?? 0);
  const more = document.createElement("small");
  const link = Object.assign(document.createElement("a"), { href: address });
  const no = Object.assign(document.createElement("button"), { className: "quiet" });
  setSentence(link, gettext("Play %(name)s"), nameOfOther(game));
  no.textContent = gettext("Not now");
  no.addEventListener("click", () => void refuse(address));
  more.ariaHidden = "true"; // The alert would be read anew each second.
  const countDown = () => {
    const count = Math.max(0, Math.ceil((until - performance.now()) / 1000));
    const words = ngettext(
      "and waits %(count)s second for you.",
      "and waits %(count)s seconds for you.",
      count,
    );
    more.textContent = interpolate(words, { count });
    if (count === 0) void ask(address);
  };
  countDown();
  const ticks = setInterval(countDown, 1000);
  const notice = showNotice(
    gettext("%(name)s is here"),
    nameOfOther(game),
    " ",
    more,
    " ",
    link,
    no,
  );
  return (ended) => {
    clearInterval(ticks);
    document.title = title;
    notice.replaceChildren();
    if (ended?.status !== "closed") return;
    notice.append(
      Object.assign(document.createElement("span"), { textContent: ended.words ?? "" }),
    );
    if (ended.next) return;
    // Nobody looks for somebody here any more: offer that instead of the way to stop it.
    findOptional("look-again", HTMLFormElement)?.removeAttribute("hidden");
    findOptional("stop-looking", HTMLFormElement)?.setAttribute("hidden", "");
  };
}

/** @param {string} address */
async function refuse(address) {
  const headers = { "X-CSRFToken": csrfToken() };
  // To open the game would be to come.
  const options = /** @type {const} */ ({ method: "POST", headers, redirect: "manual" });
  const answer = await fetch(`${address}withdraw/`, options).catch(() => null);
  if (answer) await ask(address);
  else setTimeout(() => void refuse(address), REFUSE_AGAIN);
}
