// Steps through a game in the admin without loading the page anew. Without scripts the same links do it.

import { find, findAll } from "./dom.js";

let requests = 0; // for how many positions was asked, as only the last one is to be shown

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const link = target?.closest("[data-ply]");
  if (!(link instanceof HTMLAnchorElement)) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.href, link.dataset.ply ?? "").catch(() => location.assign(link.href));
});

/**
 * Show the position that an address leads to, and keep the focus on the link to it.
 *
 * @param {string} address
 * @param {string} name of the link
 */
async function show(address, name) {
  const request = ++requests;
  const response = await fetch(address);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const replay = find("replay", HTMLElement, page);
  if (request !== requests) return;
  find("replay", HTMLElement).replaceWith(replay);
  history.replaceState(null, "", address);
  findAll("ply", HTMLElement, replay)
    .find((link) => link.dataset.ply === name)
    ?.focus();
}
