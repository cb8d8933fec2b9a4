// Which key was pressed, whatever the layout of the keyboard; and those that move the focus over a board.

const WRITTEN = /^[a-z0-9?[\]]$/i; // the keys that pages listen for, as most layouts write them
const NAMED = /^(?!Dead$|Process$|Unidentified$)../; // such as ArrowLeft
const PLACES = /^(?:Key|Digit|Numpad)([A-Z0-9])$/;
const SIGNS = new Map([
  ["BracketLeft", "["],
  ["BracketRight", "]"],
  ["Shift+Slash", "?"],
]);

// Where a key writes no Latin letter or digit, as on a Russian or a French keyboard, it is what a US one has in its
// place.
/** @param {Pick<KeyboardEvent, "key" | "code" | "shiftKey">} event */
export function keyOf({ key, code, shiftKey }) {
  if (WRITTEN.test(key)) return key.toLowerCase();
  if (NAMED.test(key)) return key;
  const place = PLACES.exec(code)?.[1]?.toLowerCase();
  // With Shift a digit of a US keyboard writes a sign that is meant.
  if (place && !(shiftKey && code.startsWith("Digit"))) return place;
  return SIGNS.get(shiftKey ? `Shift+${code}` : code) ?? key;
}

// Make the board one stop for the Tab key, which may be moved.
/** @param {HTMLElement[]} cells @param {number} width */
export function bindArrows(cells, width) {
  const rowCount = cells.length / width;
  let stop = cells[Math.floor(rowCount / 2) * width + Math.floor(width / 2)];
  const move = (/** @type {HTMLElement | undefined} */ cell) => {
    if (stop) stop.tabIndex = -1;
    stop = cell;
    if (cell) cell.tabIndex = 0;
  };
  for (const [number, cell] of cells.entries()) {
    cell.tabIndex = cell === stop ? 0 : -1;
    cell.addEventListener("focus", () => move(cell));
    cell.addEventListener("keydown", (event) => {
      const neighbour = cells[neighbourOf(number, event.key, width) ?? -1];
      if (!neighbour) return;
      event.preventDefault();
      neighbour.focus();
    });
  }
  return { move };
}

/** @param {number} number @param {string} key @param {number} width of the board */
function neighbourOf(number, key, width) {
  const column = number % width;
  if (key === "ArrowLeft") return column > 0 ? number - 1 : undefined;
  if (key === "ArrowRight") return column < width - 1 ? number + 1 : undefined;
  if (key === "ArrowUp") return number - width;
  if (key === "ArrowDown") return number + width;
  if (key === "Home") return number - column;
  if (key === "End") return number - column + width - 1;
  return undefined;
}
