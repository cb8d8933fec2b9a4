// A piece set: the shapes that stand for the two sides, marks, discs or stones.

/** @param {Element} root @param {string} pieces */
export function showPieceSet(root, pieces) {
  for (const use of root.querySelectorAll(".mark > use")) {
    const mark = use.classList.contains("x") ? "x" : "o";
    use.setAttribute("href", `#${pieces}-${mark}-0`);
  }
}
