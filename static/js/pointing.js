// What helps to point at a cell: the piece that hangs over a column, and which cells a finger may miss.

const SMALL_CELL = 36; // pixels of width

/**
 * Return whether a finger may miss this cell.
 *
 * @param {HTMLElement} cell
 */
export const isSmall = (cell) => cell.getBoundingClientRect().width < SMALL_CELL;

/**
 * Let the piece above the board hang over the column where it would fall.
 *
 * @param {SVGElement} piece
 * @param {number | null} target a cell of that column
 * @param {number} width of the board
 */
export function hoverOver(piece, target, width) {
  if (target === null) {
    delete piece.dataset.column;
    return;
  }
  const column = target % width;
  piece.dataset.column = String(column);
  for (const use of piece.children) use.setAttribute("x", String(column));
}
