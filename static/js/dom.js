// Finds and makes elements. Scripts find elements by data attributes ("hooks"); classes are for style alone.

/** @template T @typedef {{ new (): T, prototype: T }} Type */

// The first element with the attribute `data-<hook>`. A page without it is a programming error.
/** @template {Element} T @param {string} hook @param {Type<T>} type @param {ParentNode} [root] @returns {T} */
export function find(hook, type, root = document) {
  const element = findOptional(hook, type, root);
  if (!element) throw new Error(`The page has no ${type.name} with data-${hook}`);
  return element;
}

/** @template {Element} T @param {string} hook @param {Type<T>} type @param {ParentNode} [root] @returns {T | null} */
export function findOptional(hook, type, root = document) {
  const element = root.querySelector(`[data-${hook}]`);
  return element instanceof type ? element : null;
}

/** @template {Element} T @param {string} hook @param {Type<T>} type @param {ParentNode} [root] @returns {T[]} */
export function findAll(hook, type, root = document) {
  const found = [];
  for (const element of root.querySelectorAll(`[data-${hook}]`)) {
    if (element instanceof type) found.push(element);
  }
  return found;
}

/** @template {Element} T @param {EventTarget | null} target @param {string} selector @param {Type<T>} type @returns {T | null} */
export function closest(target, selector, type) {
  const element = target instanceof Element ? target.closest(selector) : null;
  return element instanceof type ? element : null;
}

// Whether a key is meant for a field or a sheet, or belongs to the browser.
/** @param {KeyboardEvent} event */
export function isTyping({ target, ctrlKey, metaKey, altKey }) {
  const isField = target instanceof Element && target.matches("input, select, [popover] *");
  return isField || ctrlKey || metaKey || altKey;
}

/** @param {MouseEvent} event */
export const opensElsewhere = (event) => event.ctrlKey || event.metaKey || event.shiftKey;

// Call a function in the place of following links, unless one is disabled, or asked for in another tab.
/** @param {HTMLElement | Document} root @param {string} selector @param {(link: HTMLAnchorElement) => void} act */
export function bindLinks(root, selector, act) {
  root.addEventListener("click", (event) => {
    const link = closest(event.target, selector, HTMLAnchorElement);
    if (!link || !(event instanceof MouseEvent) || opensElsewhere(event)) return;
    event.preventDefault();
    if (link.getAttribute("aria-disabled") !== "true") act(link);
  });
}

// The name is isolated, so that one written from right to left does not turn the words around it.
/** @param {Element} element @param {string} sentence with `%(name)s` in the place of the name @param {string} name */
export function setSentence(element, sentence, name) {
  const isolated = document.createElement("bdi");
  isolated.textContent = name;
  const [before = "", after = ""] = sentence.split("%(name)s");
  element.replaceChildren(before, isolated, after);
}

/** @param {Element} element @param {string} name
 * @param {string | number | boolean | null} value null removes the attribute */
export function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** @param {string} id of a script with data @returns {any} */
export const readJson = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");

const UNHEARD = "\u00A0";

// Words that stand there already are read again, as a space that nobody hears makes the text another.
/** @param {Element} region @param {string} words */
export function say(region, words) {
  region.textContent = words && region.textContent === words ? words + UNHEARD : words;
}
