// Lets this browser call somebody who waits: by its push service, or where it reaches none, by the pages that are open.

import { csrfToken } from "../csrf.js";
import { find, findOptional } from "../dom.js";
import { choose, isChosen } from "../remembered.js";
import { gettext } from "../words.js";

/** @typedef {{ key: string, is_on: boolean, calls: ({ title: string, tag: string } & NotificationOptions)[] }} Calls */

const ADDRESS = "/calls/";
const ASK_EVERY = 10000; // milliseconds, while the page is hidden
const isPossible = "Notification" in globalThis && "serviceWorker" in navigator;
const line = findOptional("call-me", HTMLElement);
/** @type {Set<string>} the games of which this page has told */
const told = new Set();

/** @param {RequestInit} [options] */
async function fetchCalls(options) {
  const response = await fetch(ADDRESS, options);
  if (!response.ok) throw new Error(`${response.status}`);
  return /** @type {Promise<Calls>} */ (response.json());
}

/** @param {string} words after which there is nothing to press */
function say(words) {
  if (!line) return;
  find("call-words", HTMLElement, line).textContent = words;
  find("call", HTMLElement, line).hidden = true;
}

async function callMe() {
  if ((await Notification.requestPermission()) !== "granted") {
    say(gettext("Your browser says no. Its settings can change that."));
    return;
  }
  const { key } = await fetchCalls();
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(options).catch(() => null);
  const { endpoint = "", keys } = subscription?.toJSON() ?? {};
  const body = new URLSearchParams({ endpoint, ...keys });
  await fetchCalls({ method: "POST", body, headers: { "X-CSRFToken": csrfToken() } });
  choose("called", !endpoint);
  if (!endpoint) void tell();
  sayOn();
}

const sayOn = () => say(gettext("We call you when somebody comes."));

/** Show what one is called for while no page can be seen, where no push service does. */
async function tell() {
  if (document.hidden) {
    const registration = await navigator.serviceWorker.ready;
    const { calls } = await fetchCalls().catch(() => ({ calls: [] }));
    for (const { title, ...options } of calls) {
      if (!told.has(options.tag)) void registration.showNotification(title, options);
      told.add(options.tag);
    }
  }
  setTimeout(() => void tell(), ASK_EVERY);
}

if (isPossible && line && Notification.permission !== "denied") {
  line.dataset["ready"] = "";
  find("call", HTMLElement, line).addEventListener("click", () => {
    callMe().catch(() => say(gettext("That did not work. Try again later.")));
  });
  if (Notification.permission === "granted")
    void fetchCalls().then(({ is_on: isOn }) => isOn && sayOn());
}
if (isPossible && isChosen("called") && Notification.permission === "granted") void tell();
