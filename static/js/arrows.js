// Lets the arrow keys go from cell to cell of a board.

/**
 * Make the board one stop for the Tab key, which may be moved, and let the arrow keys go from cell to cell.
 *
 * @param {HTMLElement[]} cells
 * @param {number} width
 */
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

/**
 * Return the number of the cell to which a key leads; it may be outside the board, or undefined for other keys.
 *
 * @param {number} number
 * @param {string} key
 * @param {number} width of the board
 */
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
