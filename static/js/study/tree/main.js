// Steps through a search without loading the page anew: the links lead to pages that show each step, and from them this
// page takes what has changed; steps.js has their keys.

import { cellsOf } from "../../cells.js";
import { bindLinks, findAll, findOptional, isTyping } from "../../dom.js";
import { bindArrows, keyOf } from "../../keys.js";
import { fetchPage, takeContent } from "../../swap-page.js";

const setup = findOptional("setup", HTMLElement);
const withoutHash = () => location.href.replace(/#.*/, "");
let shown = withoutHash(); // the address of the step that is shown
let isBusy = false; // with a step, so that a key that is held down asks for one after the other

bindLinks(document, "[data-in-place]", (link) => void show(link));
document.addEventListener("keydown", (event) => {
  if (isTyping(event)) return;
  if (keyOf(event) === "g") findOptional("guess", HTMLAnchorElement)?.click();
  const line = findOptional("lines", HTMLElement)?.children[Number(keyOf(event)) - 1];
  line?.querySelector("a")?.click();
});
// A link to a position of the tree is an entry of its own; what was shown before it is loaded again.
addEventListener("popstate", () => withoutHash() !== shown && location.reload());
if (setup) {
  bindArrows(cellsOf(setup, HTMLElement), Number(setup.dataset.width));
}

/** @param {HTMLAnchorElement} link */
async function show(link) {
  if (isBusy) return;
  isBusy = true;
  const hadFocus = document.activeElement === link;
  try {
    const { page, address } = await fetchPage(link.href);
    for (const { dataset } of findAll("part", HTMLElement)) {
      takeContent(`part="${dataset.part}"`, page);
    }
    history.replaceState(null, "", address);
    shown = withoutHash();
    if (hadFocus) sameLink(link)?.focus({ preventScroll: true });
    findAll("spot", HTMLElement).at(-1)?.scrollIntoView({ block: "nearest" });
  } catch {
    location.assign(link.href);
  } finally {
    isBusy = false;
  }
}

/** @param {HTMLAnchorElement} link */
function sameLink({ href, dataset: { step } }) {
  const links = findAll("in-place", HTMLAnchorElement);
  return links.find((one) => (step ? one.dataset.step === step : one.href === href)) ?? links[0];
}
