// The service worker. It keeps the static files, whose names change with their content, and one page for when there is
// no connection. Every other page comes from the server or not at all: a board that is old would be worse than none.
//
// The address /service-worker.js runs this script, and says in SHELL what to keep and under which release. When that
// changes, browsers install the new worker, which removes what the last one kept.

{
  /** @typedef {{ release: string, page: string, files: string[], prefix: string }} Shell */

  const worker = /** @type {any} */ (self); // The types of workers and of pages exclude each other.
  const { release, page, files, prefix } = /** @type {Shell} */ (worker.SHELL);
  const FAMILY = "shell-";
  const NAME = `${FAMILY}${release}`;

  worker.addEventListener("install", (/** @type {any} */ event) => {
    event.waitUntil(keepShell());
  });
  worker.addEventListener("activate", (/** @type {any} */ event) => {
    event.waitUntil(takeOver());
  });
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.mode === "navigate") event.respondWith(fetchPage(event));
    else if (request.method === "GET" && url.origin === location.origin) {
      if (url.pathname.startsWith(prefix)) event.respondWith(fetchFile(request));
    }
  });

  worker.addEventListener("push", (/** @type {any} */ event) => {
    const { title, ...options } = event.data.json();
    event.waitUntil(worker.registration.showNotification(title, options));
  });
  worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => {
    event.waitUntil(subscribeAnew());
  });
  worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
    event.notification.close();
    event.waitUntil(showPage(new URL(event.notification.data.address, location.href).href));
  });

  /** The push service has ended the subscription of this browser. What fails here, the next page does again. */
  async function subscribeAnew() {
    const state = await fetch("/calls/");
    const { key, token, kinds } = await state.json();
    if (kinds.length === 0) return; // Who is signed in now does not wish to be called.
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const subscription = await worker.registration.pushManager.subscribe(options);
    const { endpoint, keys } = subscription.toJSON();
    const body = new URLSearchParams({ endpoint, ...keys });
    await fetch("/calls/", { method: "POST", body, headers: { "X-CSRFToken": token } });
  }

  /** @param {string} address of a game, whose page may be open already */
  async function showPage(address) {
    const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = pages.find((/** @type {any} */ { url }) => url.startsWith(address));
    await (open ? open.focus() : worker.clients.openWindow(address));
  }

  async function keepShell() {
    const cache = await caches.open(NAME);
    await cache.addAll([new Request(page, { cache: "reload" }), ...files]);
    await worker.skipWaiting();
  }

  async function takeOver() {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(FAMILY) && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    // Browsers then fetch a page while the worker starts, and not after it.
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
  }

  /** @param {any} event */
  async function fetchPage({ request, preloadResponse }) {
    try {
      return (await preloadResponse) ?? (await fetch(request));
    } catch (error) {
      const kept = await caches.match(page);
      if (kept) return kept;
      throw error;
    }
  }

  /** @param {Request} request */
  async function fetchFile(request) {
    const kept = await caches.match(request, { ignoreVary: true });
    if (kept) return kept;
    const response = await fetch(request);
    if (response.status === 200) void keepFile(request, response.clone());
    return response;
  }

  /** @param {Request} request @param {Response} response */
  async function keepFile(request, response) {
    try {
      const cache = await caches.open(NAME);
      await cache.put(request, response);
    } catch {
      // There is no room, so the file is fetched again.
    }
  }
}
