// Swipes over a board to the side. The page still scrolls up and down, for which a style must leave the browser only
// that: touch-action: pan-y pinch-zoom.

const DISTANCE = 40; // pixels, and more than twice as far to the side as up or down

/**
 * Call a function at each swipe: to the left for the move that comes next, to the right for the one before.
 *
 * @param {HTMLElement} board
 * @param {(step: "back" | "on") => void} step
 */
export function bindSwipe(board, step) {
  /** @type {{ x: number, y: number } | null} */
  let from = null;
  board.addEventListener("pointerdown", ({ clientX: x, clientY: y, isPrimary, pointerType }) => {
    // A second finger zooms, and a mouse has buttons to press.
    from = isPrimary && pointerType !== "mouse" && !isScrolled(board) ? { x, y } : null;
  });
  board.addEventListener("pointercancel", () => (from = null));
  board.addEventListener("pointerup", ({ clientX, clientY }) => {
    const [right, down] = from ? [clientX - from.x, clientY - from.y] : [0, 0];
    from = null;
    if (Math.abs(right) < DISTANCE || Math.abs(right) < 2 * Math.abs(down)) return;
    step(right < 0 ? "on" : "back");
  });
}

/**
 * Return whether a finger moves the board itself, which is larger than its window.
 *
 * @param {HTMLElement} board
 */
function isScrolled(board) {
  return board.querySelector("[data-zoomed]") !== null;
}
