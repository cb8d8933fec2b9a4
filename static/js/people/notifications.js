// Notifications in this browser: by its push service, or where it reaches none, by the pages that are open. Each page
// compares what the browser has with what the server has of it, and renews what differs.

import { choose, isChosen } from "../remembered.js";

const ADDRESS = "/calls/";
const TAKE = "/calls/?take"; // after which they count as shown
const ASK_EVERY = 10000; // milliseconds, while the page is hidden
const ANSWERS_WITHIN = 10000; // milliseconds, as the other pages wait
export const isPossible = "Notification" in globalThis && "serviceWorker" in navigator;
/** @type {Set<string>} the games of which this page has told */
const told = new Set();
let isTelling = false;

/** @param {RequestInit} [options] @param {string} address */
async function fetchState(options, address = ADDRESS) {
  const signal = AbortSignal.timeout(ANSWERS_WITHIN);
  const response = await fetch(address, { signal, ...options });
  if (!response.ok) throw new Error(`${response.status}`);
  return /** @type {Promise<PushState>} */ (response.json());
}

/** @param {PushState} state @param {PushSubscription | null} subscription @param {string} asked */
async function store({ token }, subscription, asked = "") {
  const { endpoint = "", keys } = subscription?.toJSON() ?? {};
  const body = new URLSearchParams({ endpoint, ...keys, kind: asked });
  return fetchState({ method: "POST", body, headers: { "X-CSRFToken": token } });
}

// The browser's if the server has the same, made with its present key. Any other is ended, and a new one made if it can
// be.
/** @param {ServiceWorkerRegistration} registration @param {PushState} state */
async function findSubscription({ pushManager }, { key, endpoint }) {
  const subscription = await pushManager?.getSubscription();
  const bytes = new Uint8Array(subscription?.options.applicationServerKey ?? new ArrayBuffer());
  const base64 = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  const isMadeWithKey = base64.replaceAll("=", "") === key;
  if (subscription && subscription.endpoint === endpoint && isMadeWithKey) return subscription;
  await subscription?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  return (await pushManager?.subscribe(options).catch(() => null)) ?? null;
}

/** @param {string} kind of notifications */
export async function start(kind) {
  const registration = await navigator.serviceWorker.ready; // which may take for ever
  return alone(async () => {
    const state = await fetchState();
    const subscription = await findSubscription(registration, state);
    choose("called", true);
    return begin(await store(state, subscription, kind));
  });
}

/** Renew what was asked for in this browser; null if it shows none. */
export const renew = () =>
  alone(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const isAsked = isChosen("called") || (await registration?.pushManager?.getSubscription());
    if (!registration || !isAsked || Notification.permission !== "granted") return null;
    const state = await fetchState();
    if (state.kinds.length === 0) return null;
    const subscription = await findSubscription(registration, state);
    // That pages call instead is said when it is asked for, and not when a subscription cannot be renewed.
    if (!subscription && state.endpoint !== "") return null;
    const isKnown = (subscription?.endpoint ?? "") === state.endpoint;
    return begin(isKnown ? state : await store(state, subscription));
  });

/** @template T @param {() => Promise<T>} change of a subscription, one at a time over all pages @returns {Promise<T>} */
const alone = (change) => navigator.locks?.request("calls", change) ?? change();

/** @param {PushState} state of a browser that shows notifications */
function begin(state) {
  if (!state.endpoint && !isTelling) void tell();
  return state;
}

/** While no page can be seen, and no push service does it. */
async function tell() {
  isTelling = true;
  if (document.hidden) {
    const registration = await navigator.serviceWorker.ready;
    const { calls } = await fetchState({}, TAKE).catch(() => ({ calls: [] }));
    for (const { title, ...options } of calls) {
      if (!told.has(options.tag)) void registration.showNotification(title, options);
      told.add(options.tag);
    }
  }
  setTimeout(() => void tell(), ASK_EVERY);
}
