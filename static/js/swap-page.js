// Shows a page in the place of this one, without leaving it: what is the same on both stays where it is.

/**
 * Show the page of a response: its main part, title and address, and the scripts that this page does not have yet.
 *
 * @param {Response} response
 */
export async function swapPage(response) {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (!page.querySelector("main")) throw new Error("The page has no main part");
  await Promise.all([...page.querySelectorAll("link")].map(addLink));
  history.pushState(null, "", response.url);
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

// What was shown in place has to be loaded again when the back button leads to or from it.
addEventListener("popstate", () => location.reload());
