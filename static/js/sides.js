// What the sides of a board are called: by their marks, or by the colours of their pieces.

/**
 * @param {HTMLElement} board
 * @param {"X" | "O" | ""} mark
 * @returns {string} empty for no mark
 */
export function sideName({ dataset: { x = "X", o = "O" } }, mark) {
  return mark && (mark === "X" ? x : o);
}
