// What is drawn over the last position of a game, as games/presentation/geometry.py has it. All lengths are in cells.

/** @param {Shape} shape @param {number[]} line the cells of the line that ended the game, empty after a draw
 * @param {number | null} last @param {ArrayLike<string>} marks @returns {End | null} */
export function endOf(shape, line, last, marks) {
  const cells = line.length > 0 ? line : shaking(last, marks, shape.width);
  const mark = /** @type {Mark} */ (marks[cells[0] ?? -1]);
  if (cells.length === 0) return null;
  const [strike, hands] =
    line.length > 0 ? [strokeOf(shape, line), ""] : ["", handsOf(shape, cells)];
  return { cells, mark, strike, hands };
}

/** @param {Shape} shape @param {number[]} line */
export function strokeOf(shape, line) {
  const [[x1, y1], [x2, y2]] = [spotOf(line[0] ?? 0, shape), spotOf(line.at(-1) ?? 0, shape)];
  const [right, down] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  const step = Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) / Math.max(1, line.length - 1);
  const reach = shape.reach * step;
  const along = (/** @type {number} */ part, /** @type {number} */ side) => {
    const x = x1 + 0.5 - right * reach + part * (x2 - x1 + 2 * right * reach);
    const y = y1 + 0.5 - down * reach + part * (y2 - y1 + 2 * down * reach);
    return `${(x + side * down * reach).toFixed(2)} ${(y - side * right * reach).toFixed(2)}`;
  };
  return `M${along(0, 0)}C${along(1 / 3, 1)} ${along(2 / 3, -1)} ${along(1, 0)}`;
}

/** @param {number | null} last @param {ArrayLike<string>} marks by cell @param {number} width of the board, in cells */
function shaking(last, marks, width) {
  if (last === null) return [];
  const [x, y] = placeOf(last, width);
  let [least, nearest] = [Infinity, last];
  for (const [cell, mark] of Array.from(marks).entries()) {
    const [column, row] = placeOf(cell, width);
    // Of two that are as near, the one in the same row.
    const distance = (column - x) ** 2 + (row - y) ** 2 + Math.abs(row - y) / marks.length;
    if (mark && mark !== marks[last] && distance < least) [least, nearest] = [distance, cell];
  }
  if (nearest === last) return [];
  const isLeft = nearest % width < x || (nearest % width === x && nearest < last);
  return isLeft ? [nearest, last] : [last, nearest];
}

/** @param {Shape} shape @param {number[]} pair from left to right */
function handsOf(shape, [left = 0, right = 0]) {
  const [[x1, y1], [x2, y2]] = [spotOf(left, shape), spotOf(right, shape)];
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const length = Math.hypot(x2 - x1, y2 - y1);
  const middle = [x1 + x2, y1 + y2].map((sum) => Math.round(50 * (sum + 1)) / 100).join(" ");
  return `translate(${middle}) rotate(${angle.toFixed(1)}) scale(${length.toFixed(2)})`;
}

/** @param {number} cell @param {number} width of the board, in cells @returns {[number, number]} */
const placeOf = (cell, width) => [cell % width, Math.floor(cell / width)];

/** @param {number} cell @param {Shape} shape @returns {[number, number]} */
function spotOf(cell, { width, run, margin }) {
  const along = (/** @type {number} */ place) =>
    Math.round(100 * (place + margin * (2 * Math.floor(place / run) + 1))) / 100;
  const [column, row] = placeOf(cell, width);
  return [along(column), along(row)];
}
