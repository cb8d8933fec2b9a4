// Shows a page in the place of this one, without leaving it: what is the same on both stays where it is.

const IN_PLACE = "in place"; // the state of what was shown so in the history
let isReplaced = history.state === IN_PLACE; // whether entries of the history are of different pages

/**
 * Show the page of a response: its main part, title and address, and the scripts that this page does not have yet.
 *
 * @param {Response} response
 */
export async function swapPage(response) {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (!page.querySelector("main")) throw new Error("The page has no main part");
  await Promise.all([...page.querySelectorAll("link")].map(addLink));
  history.pushState(IN_PLACE, "", response.url);
  isReplaced = true;
  document.title = page.title;
  for (const part of ["main", ".name-menu"]) replace(part, page);
  for (const { src, type } of page.querySelectorAll("script")) {
    // A module runs once only, however often a page names it.
    if (type === "module" && src)
      document.head.append(Object.assign(document.createElement("script"), { type, src }));
  }
}

/**
 * Add a style sheet, or a module to be loaded early, unless this page has it; wait until a style sheet applies.
 *
 * @param {HTMLLinkElement} link of another page
 */
async function addLink({ rel, href }) {
  const isHere = [...document.querySelectorAll("link")].some((one) => one.href === href);
  if (isHere || !["stylesheet", "modulepreload"].includes(rel)) return;
  const link = Object.assign(document.createElement("link"), { rel, href });
  document.head.append(link);
  if (rel !== "stylesheet") return;
  await new Promise((done) => {
    for (const type of ["load", "error"]) link.addEventListener(type, done);
  });
}

/**
 * @param {string} selector
 * @param {Document} page
 */
function replace(selector, page) {
  const changed = page.querySelector(selector);
  if (changed) document.querySelector(selector)?.replaceWith(changed);
}

// What was shown in place has to be loaded again when the back button leads to or from it; a link within a page, such as
// that which skips the header, loads nothing.
addEventListener("popstate", ({ state }) => {
  if (isReplaced || state === IN_PLACE) location.reload();
});
