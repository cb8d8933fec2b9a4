// What has just appeared or changed is deaf for a moment: whoever presses it then has meant what was there before. It
// has `data-deaf` for so long, or as many milliseconds as `data-deaf-for` says. What did not change hears at once, such
// as the other cells after a move; but on a board that two share none does, for a second click that lands beside the
// first would play for the other.

const DEAF_FOR = 400; // milliseconds
const PRESSABLE = "a, button, summary, label, input, select";

/** @type {WeakMap<HTMLElement, number>} until each hears again */
const timers = new WeakMap();

/** @param {HTMLElement} element */
function deafen(element) {
  clearTimeout(timers.get(element));
  element.dataset.deaf = "";
  const around = element.closest("[data-deaf-for]");
  const time = Number(around?.getAttribute("data-deaf-for")) || DEAF_FOR;
  timers.set(
    element,
    setTimeout(() => delete element.dataset.deaf, time),
  );
}

/** @param {Element} root */
function pressableIn(root) {
  const all = [root, ...root.querySelectorAll(PRESSABLE)];
  return all
    .filter((each) => each instanceof HTMLElement)
    .filter((each) => each.matches(PRESSABLE));
}

/** @param {MutationRecord} record @returns {HTMLElement[]} */
function changedBy({ type, target, attributeName, oldValue, removedNodes, addedNodes }) {
  const element = target instanceof Element ? target : target.parentElement;
  if (!element) return [];
  const around = element.closest(PRESSABLE);
  const itself = around instanceof HTMLElement ? [around] : [];
  if (type === "characterData") return oldValue === target.textContent ? [] : itself;
  if (type === "childList") {
    const before = new Set(pressableAmong(removedNodes).map(nameOf));
    const added = pressableAmong(addedNodes).filter((each) => !before.has(nameOf(each)));
    return textOf(removedNodes) === textOf(addedNodes) ? added : [...itself, ...added];
  }
  if (oldValue === element.getAttribute(attributeName ?? "")) return [];
  if (attributeName === "hidden") return element.hasAttribute("hidden") ? [] : pressableIn(element);
  // As a game begins or ends, the page is another.
  if (attributeName === "data-status") return pressableIn(document.body);
  const isNextTurn = attributeName === "data-turn" && element.matches("[data-board]");
  return isNextTurn ? pressableIn(element) : itself;
}

/** @param {NodeList} nodes */
const textOf = (nodes) => [...nodes].map(({ textContent }) => textContent).join("");

/** @param {NodeList} nodes */
const pressableAmong = (nodes) =>
  [...nodes].filter((node) => node instanceof Element).flatMap(pressableIn);

// Tells whether an element is the same as before: the first page's board is another one in the game.
/** @param {HTMLElement} element */
function nameOf(element) {
  const { ariaLabel, textContent } = element;
  const page = element.closest("main")?.className;
  return [page, ariaLabel, element.getAttribute("value"), textContent?.trim()].join();
}

new MutationObserver((records) => {
  for (const element of records.flatMap(changedBy)) deafen(element);
}).observe(document.body, {
  subtree: true,
  childList: true,
  characterData: true,
  characterDataOldValue: true,
  attributeOldValue: true,
  // Of a shared board: whose turn it is. Of cells: what is on them, and where a press on them plays. Of buttons: which
  // of their words are shown.
  attributeFilter: ["hidden", "data-status", "data-turn", "data-mark", "value", "data-shown"],
});

// What a script presses for a key, such as an arrow that steps, is meant: that key does the same before and after. Keys
// press in the same way, and a key that is held down presses once.
/** @param {Event} event */
function swallowIfDeaf(event) {
  const pressed = event instanceof SubmitEvent ? event.submitter : event.target;
  const element = pressed instanceof Element ? pressed.closest(PRESSABLE) : null;
  const isDeaf =
    event instanceof KeyboardEvent
      ? event.key === "Enter" && event.repeat && !(pressed instanceof HTMLTextAreaElement)
      : event.isTrusted && element?.hasAttribute("data-deaf");
  if (!isDeaf) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Before all others hear of it
for (const type of ["click", "submit", "keydown"])
  addEventListener(type, swallowIfDeaf, { capture: true });
