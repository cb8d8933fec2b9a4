// Tells a host who plays something else meanwhile that somebody has joined, or calls who is waited for: by a notice with
// a link to the game, the title of the page, and a sound unless it is off. The notice takes the place of the words about
// the search where the page has some. The page asks for it, as few pages ever wait.

import { csrfToken } from "./csrf.js";
import { findOptional, setSentence } from "./dom.js";
import { noteInvitation } from "./remembered.js";
import { playFor } from "./pages/game/sound.js";
import { gettext, interpolate, ngettext } from "./words.js";

/** @import { State } from "./pages/game/types.js"; */

/** @typedef {Pick<State, "status"> & Partial<State>} Waiting */

// Milliseconds
const ASK_EVERY = 4000;
const REFUSE_AGAIN = 1000; // what did not get through

/** @type {Waiting} as one that waits, if it cannot be read now */
const UNKNOWN = { status: "waiting" };

let followed = ""; // the address of the game about which this page asks
let timer = 0; // until it asks again
/** @type {Call | null} that is shown */
let call = null;

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
  if (game === UNKNOWN) {
    askLater(address);
    return;
  }
  const isCalled = game?.you?.some((mark) => game.status === "called" && isAwaited(game, mark));
  if (game && isCalled) call ??= new Call(address, game);
  else endCall(game);
  if (game?.status === "waiting" || game?.status === "called") askLater(address);
  else if (game?.status === "playing" && game.you?.length) notify(address, game);
  else if (game?.next) waitIn(address, address.replace(game.id ?? "", game.next));
  else noteInvitation(address, false);
}

/** @param {string} address */
function askLater(address) {
  timer = setTimeout(() => void ask(address), ASK_EVERY);
}

/** @param {Waiting} game @param {import("./pages/game/types.js").Mark} mark */
const isAwaited = ({ awaited }, mark) => Boolean(awaited?.includes(mark));

/** @param {string} before address @param {string} address */
function waitIn(before, address) {
  noteInvitation(before, false);
  follow(address);
}

/** @param {string} address @returns {Promise<Waiting | null>} */
async function find(address) {
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  if (response.status === 404) return null;
  return response.ok ? response.json() : UNKNOWN;
}

/** @param {Waiting} game */
const nameOfOther = ({ you, seats }) => seats?.[you?.[0] === "X" ? "O" : "X"]?.name ?? "";

/** @param {string} address @param {Waiting} game that has begun */
function notify(address, game) {
  const words = document.createElement("span");
  const link = Object.assign(document.createElement("a"), { href: address });
  setSentence(words, gettext("%(name)s has joined."), nameOfOther(game));
  link.textContent = gettext("Go to your game");
  makeNotice(words, " ", link);
  document.title = `${words.textContent} · ${document.title}`;
  playFor("joined");
}

/** @param {(HTMLElement | string)[]} content */
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

/** @param {Waiting | null} game to which nobody is called here any more */
function endCall(game) {
  if (call) call.end(game);
  call = null;
}

/** Somebody waits for this person to come: says so, and for how long, until the game begins or is closed. */
class Call {
  #title = document.title;
  #more = document.createElement("small");
  #until;
  #timer;
  #notice;

  /** @param {string} address @param {Waiting} game */
  constructor(address, game) {
    const [words, link] = [document.createElement("span"), document.createElement("a")];
    const no = document.createElement("button");
    const name = nameOfOther(game);
    this.#until = performance.now() + (game.call ?? 0);
    link.href = address;
    setSentence(words, gettext("%(name)s is here"), name);
    setSentence(link, gettext("Play %(name)s"), name);
    no.textContent = gettext("Not now");
    no.className = "quiet";
    no.addEventListener("click", () => void refuse(address));
    this.#more.ariaHidden = "true"; // The alert would be read anew each second.
    this.#notice = makeNotice(words, " ", this.#more, " ", link, no);
    document.title = `${words.textContent} · ${this.#title}`;
    playFor("joined");
    this.#countDown(address);
    this.#timer = setInterval(() => this.#countDown(address), 1000);
  }

  /** @param {string} address */
  #countDown(address) {
    const count = Math.max(0, Math.ceil((this.#until - performance.now()) / 1000));
    const words = ngettext(
      "and waits %(count)s second for you.",
      "and waits %(count)s seconds for you.",
      count,
    );
    this.#more.textContent = interpolate(words, { count });
    if (count === 0) void ask(address);
  }

  /** @param {Waiting | null} game */
  end(game) {
    clearInterval(this.#timer);
    document.title = this.#title;
    this.#notice.replaceChildren();
    if (game?.status !== "closed") return;
    const words = document.createElement("span");
    words.textContent = game.words ?? "";
    this.#notice.append(words);
    if (!game.next) offerAnother();
  }
}

/** Nobody looks for somebody here any more: offer that instead of the way to stop it. */
function offerAnother() {
  const [again, stop] = ["look-again", "stop-looking"].map((name) =>
    findOptional(name, HTMLFormElement),
  );
  if (again) again.hidden = false;
  if (stop) stop.hidden = true;
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
