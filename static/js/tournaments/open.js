// Opens in the place of the board what is chosen before a class begins, and the board again.

import { bindLinks, find, findAll, findOptional } from "../dom.js";
import { addLinks, fetchPage } from "../swap-page.js";

const opener = () => find("open-class", HTMLAnchorElement);
const isOpen = () => findOptional("opened", HTMLElement) !== null;

async function open() {
  const { page } = await fetchPage(opener().href);
  await addLinks(page);
  put("board-place", find("opening", HTMLElement, page));
  put("sentence-place", find("sentence-place", HTMLElement, page));
  opener().setAttribute("aria-expanded", "true");
  find("first", HTMLInputElement).focus();
}

/** @param {string} place @param {HTMLElement} opened */
function put(place, opened) {
  const here = find(place, HTMLElement);
  opened.dataset.opened = "";
  here.before(opened);
  here.hidden = true;
}

function close() {
  for (const opened of findAll("opened", HTMLElement)) opened.remove();
  for (const place of ["board-place", "sentence-place"]) find(place, HTMLElement).hidden = false;
  opener().removeAttribute("aria-expanded");
  opener().focus();
}

export const toggle = async () => (isOpen() ? close() : open());

bindLinks(document, "[data-opened] [data-close]", close);
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && isOpen()) close();
});
