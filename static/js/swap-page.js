// Shows what the server says on another page: all of it in the place of this page, where what is the same on both stays
// where it is, or the content of some elements.

import { bindLinks, closest, find, findOptional } from "./dom.js";

const IN_PLACE = "in place"; // the state of what was shown so in the history
let isReplaced = history.state === IN_PLACE; // whether entries of the history are of different pages
let shown = location.pathname; // the path of the page that is shown

/** @param {string} address @param {RequestInit} [options] */
export async function fetchPage(address, options) {
  const response = await fetch(address, { headers: { Accept: "text/html" }, ...options });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (!page.querySelector("main")) throw new Error("The page has no main part");
  return { page, address: response.url };
}

// Its main part, title and address, and the scripts that this page does not have yet.
/** @param {string} from where the page is asked for @param {RequestInit} [options] */
export async function swapPage(from, options) {
  const { page, address } = await fetchPage(from, options);
  await addLinks(page);
  history.pushState(IN_PLACE, "", address);
  isReplaced = true;
  shown = location.pathname;
  putPage(page);
}

/** @param {Document} page of which the style sheets apply already */
export function putPage(page) {
  document.title = page.title;
  for (const part of ["main", "[data-me]"]) {
    const changed = page.querySelector(part);
    if (changed) document.querySelector(part)?.replaceWith(changed);
  }
  for (const { src, type } of page.querySelectorAll("script")) {
    // A module runs once only, however often a page names it.
    if (type === "module" && src)
      document.head.append(Object.assign(document.createElement("script"), { type, src }));
  }
}

/** @param {Document} page */
export const addLinks = (page) => Promise.all([...page.querySelectorAll("link")].map(addLink));

// Waits until the style sheet applies.
/** @param {Pick<HTMLLinkElement, "rel" | "href">} link of another page */
export async function addLink({ rel, href }) {
  const isHere = [...document.querySelectorAll("link")].some((one) => one.href === href);
  if (isHere || rel !== "stylesheet") return;
  const link = Object.assign(document.createElement("link"), { rel, href });
  document.head.append(link);
  await new Promise((done) => {
    for (const type of ["load", "error"]) link.addEventListener(type, done);
  });
}

/** @param {(pressed: HTMLElement) => void} show @param {(pressed: HTMLElement) => void} fail */
export function bindSwaps(show, fail) {
  /** @param {HTMLAnchorElement | HTMLFormElement} pressed @param {string} address @param {RequestInit} [options] */
  const swap = (pressed, address, options) =>
    swapPage(address, options).then(
      () => show(pressed),
      () => fail(pressed),
    );
  bindLinks(document, "[data-swap-page]", (link) => void swap(link, link.href));
  document.addEventListener("submit", (event) => {
    const form = closest(event.target, "[data-swap-page]", HTMLFormElement);
    if (!form) return;
    event.preventDefault();
    void swap(form, form.action, { method: "POST", body: new FormData(form, event.submitter) });
  });
}

// Keeps the focus on the link that has it, and what is the same.
/** @param {string} hook @param {Document} page */
export function takeContent(hook, page) {
  const [old, changed] = [find(hook, HTMLElement), find(hook, HTMLElement, page)];
  if (old.dataset.state !== changed.dataset.state) old.dataset.state = changed.dataset.state ?? "";
  // What is read aloud when it changes stays if its words are the same.
  const isSame = old.hasAttribute("aria-live")
    ? old.textContent === changed.textContent
    : old.isEqualNode(changed);
  if (isSame) return;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const ply = focused?.getAttribute("data-ply");
  const { scrollTop } = old;
  old.replaceChildren(...changed.childNodes);
  old.scrollTop = scrollTop;
  if (ply) findOptional(`ply="${ply}"`, HTMLElement, old)?.focus();
}

// What was shown in place has to be loaded again when the back button leads to or from it; a link within a page, such as
// that which skips the header, loads nothing.
addEventListener("popstate", ({ state }) => {
  const isWithin = location.hash && location.pathname === shown;
  if (!isWithin && (isReplaced || state === IN_PLACE)) location.reload();
});
