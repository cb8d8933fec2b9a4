// Where the cells of a board are, as games/presentation/grid.py has it. All lengths are in cells.

/**
 * The shape of a grid: its columns, and where it consists of small boards the columns of one and the margin around it.
 *
 * @typedef {{ width: number, side: number, margin: number }} Shape
 */

/** @param {{ dataset: DOMStringMap }} board */
export const shapeOf = ({ dataset: { width, side = width, margin = "0" } }) => ({
  width: Number(width),
  side: Number(side),
  margin: Number(margin),
});

/**
 * Return the column and the row of a cell.
 *
 * @param {number} cell
 * @param {number} width of the board, in cells
 * @returns {[number, number]}
 */
export const placeOf = (cell, width) => [cell % width, Math.floor(cell / width)];

/**
 * Return how far the top left corner of a cell is to the right and down.
 *
 * @param {number} cell
 * @param {Shape} shape
 * @returns {[number, number]}
 */
export function spotOf(cell, { width, side, margin }) {
  const along = (/** @type {number} */ place) =>
    Math.round(100 * (place + margin * (2 * Math.floor(place / side) + 1))) / 100;
  const [column, row] = placeOf(cell, width);
  return [along(column), along(row)];
}

/**
 * Return the cell in the middle of a small board.
 *
 * @param {number} number of the small board
 * @param {Shape} shape
 */
export function middleOf(number, { width, side }) {
  const [column, row] = placeOf(number, width / side);
  const half = Math.floor(side / 2);
  return (row * side + half) * width + column * side + half;
}
