// Fakes of what the scripts use of the browser: timers, random numbers, sockets, HTTP and the page. Each test of a file
// that imports them has them as new.

import { beforeEach } from "node:test";
import { defaults } from "./games.js";

const platform = /** @type {any} */ (globalThis);
const realSetTimeout = globalThis.setTimeout;

/** A clock that moves only when it is advanced, and that all timers follow. */
class FakeClock {
  now = 1_000_000;
  #nextId = 1;
  /** @type {Map<number, { due: number, action: () => void }>} */
  #timers = new Map();

  install() {
    this.now = 1_000_000;
    this.#timers.clear();
    platform.setTimeout = (/** @type {() => void} */ action, wait = 0) => this.start(action, wait);
    platform.clearTimeout = (/** @type {number} */ id) => this.#timers.delete(id);
    // oxlint-disable-next-line no-restricted-properties -- so that nothing measures by it
    Date.now = () => {
      throw new Error("The clock of a computer may be set at any time");
    };
    performance.now = () => this.now;
    AbortSignal.timeout = (wait) => {
      const controller = new AbortController();
      this.start(() => controller.abort(), wait);
      return controller.signal;
    };
  }

  /** @param {() => void} action @param {number} wait milliseconds */
  start(action, wait) {
    this.#timers.set(this.#nextId, { due: this.now + wait, action });
    return this.#nextId++;
  }

  /** @param {number} duration milliseconds */
  async advance(duration) {
    const end = this.now + duration;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      const [id, timer] = next;
      this.#timers.delete(id);
      this.now = timer.due;
      timer.action();
      await settle();
    }
    this.now = end;
    await settle();
  }

  /** @param {number} end */
  #next(end) {
    const due = [...this.#timers].filter(([, timer]) => timer.due <= end);
    const first = Math.min(...due.map(([, timer]) => timer.due));
    return due.find(([, timer]) => timer.due === first);
  }
}

/** Wait until every promise that is ready has been settled. */
export function settle() {
  return new Promise((resolve) => realSetTimeout(resolve));
}

export class FakeSocket extends EventTarget {
  static OPEN = 1;
  /** @type {FakeSocket[]} all that were made */
  static all = [];
  readyState = 0;
  isClosed = false;
  /** @type {any[]} the messages that were sent */
  sent = [];

  /** @param {string} address */
  constructor(address) {
    super();
    this.address = address;
    FakeSocket.all.push(this);
  }

  static get last() {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error("no socket was made");
    return socket;
  }

  /** @param {string} frame */
  send(frame) {
    this.sent.push(JSON.parse(frame));
  }

  close() {
    this.isClosed = true;
    this.readyState = 3;
  }

  // What the network does

  open() {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  /** @param {object} message */
  receive(message) {
    this.open();
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  /** @param {number} code */
  drop(code = 1006) {
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent("close", { code }));
  }
}

/** A request over HTTP that waits for its answer. */
export class FakeRequest {
  /** @type {FakeRequest[]} all that were made */
  static all = [];
  /** @type {unknown} what all requests from now on are answered at once, if it is set */
  static answerAll;
  /** @type {(response: Pick<Response, "ok" | "status" | "headers" | "json">) => void} */
  #resolve = () => {};
  /** @type {(error: Error) => void} */
  #reject = () => {};
  isAborted = false;

  /** @param {string} address @param {any} options */
  constructor(address, options) {
    this.address = address;
    this.options = options;
    FakeRequest.all.push(this);
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    options.signal.addEventListener("abort", () => {
      this.isAborted = true;
      this.#reject(new Error("aborted"));
    });
    if (FakeRequest.answerAll !== undefined) void this.answer(FakeRequest.answerAll);
  }

  static get last() {
    const request = FakeRequest.all.at(-1);
    if (!request) throw new Error("no request was made");
    return request;
  }

  /** @param {unknown} json @param {number} status */
  async answer(json, status = 200) {
    await this.#answer(() => Promise.resolve(json), status);
  }

  /** @param {Record<string, string>} headers */
  async refuse(headers = {}) {
    await this.#answer(() => Promise.reject(new SyntaxError("That was a lot")), 429, headers);
  }

  /** @param {() => Promise<unknown>} json @param {number} status @param {Record<string, string>} headers */
  async #answer(json, status, headers = {}) {
    this.#resolve({ ok: status < 400, status, headers: new Headers(headers), json });
    await settle();
  }

  async fail() {
    this.#reject(new TypeError("Failed to fetch"));
    await settle();
  }
}

export const clock = new FakeClock();

/** Put the fakes in the place of the browser's own objects, without a trace of earlier tests. */
function installPlatform() {
  clock.install();
  FakeSocket.all = [];
  FakeRequest.all = [];
  FakeRequest.answerAll = undefined;
  platform.WebSocket = FakeSocket;
  platform.fetch = (/** @type {string} */ address, options = {}) =>
    new FakeRequest(address, options).response;
  Math.random = () => 0.5;
  installPage();
}

/** Put a page there that can be seen; the window is another target of events than the document. */
function installPage() {
  const events = new EventTarget();
  platform.addEventListener = events.addEventListener.bind(events);
  platform.dispatchEvent = events.dispatchEvent.bind(events);
  platform.document = Object.assign(new EventTarget(), {
    hidden: false,
    cookie: "",
    documentElement: { dataset: {} },
    getElementById: () => ({ textContent: defaults }),
  });
  platform.location = { protocol: "http:", host: "example.org" };
}

beforeEach(installPlatform);

/** @param {boolean} isVisible whether the page can be seen */
export function setVisible(isVisible) {
  platform.document.hidden = !isVisible;
}

/** @param {boolean} isVisible whether the page can be seen from now on */
export function changeVisibility(isVisible) {
  setVisible(isVisible);
  document.dispatchEvent(new Event("visibilitychange"));
}
