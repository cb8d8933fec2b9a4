// Where a press would play: shown where pieces fall, and asked again where a finger is not exact.

const SMALL = 36; // pixels: a cell that a finger may miss

export class Aim {
  #store;
  #say;
  #board;
  #aimed = null; // the cell aimed at
  #isFinger = false;

  constructor(form, store, say) {
    [this.#store, this.#say] = [store, say];
    this.#board = form.querySelector("[data-board]");
    form.addEventListener("pointerdown", ({ pointerType }) => (this.#isFinger = pointerType === "touch"));
    form.addEventListener("keydown", () => (this.#isFinger = false));
    store.addEventListener("change", () => this.#check());
    if (!("drop" in this.#board.dataset)) return;
    for (const come of ["pointerover", "focusin"])
      form.addEventListener(come, ({ target }) => this.#over(target.closest("[data-cell]")));
    for (const go of ["pointerleave", "focusout"]) form.addEventListener(go, () => this.#at(null));
  }

  // The first tap on a small cell aims, the second plays.
  isUnsure(cell) {
    const target = this.#store.target(Number(cell.dataset.cell));
    const isSmall = cell.getBoundingClientRect().width < SMALL;
    const isSure = !this.#isFinger || !isSmall || !this.#store.isYourMove || target === null;
    if (isSure || this.#aimed === target) return false;
    this.#at(target);
    const verdict = this.#store.hint?.verdicts[target];
    const leads = verdict ? `: ${verdict.words}` : "";
    this.#say(`Tap again to play ${this.#cell(target).dataset.name}${leads}`);
    return true;
  }

  // What was aimed at stays so until the position is another, whatever else is news.
  #check() {
    if (this.#aimed !== null && this.#store.isYourMove && this.#store.target(this.#aimed) === this.#aimed) return;
    this.#at(null);
  }

  #over(cell) {
    if (cell) this.#at(this.#store.isYourMove ? this.#store.target(Number(cell.dataset.cell)) : null);
  }

  #at(target) {
    this.#board.querySelector("[data-aim]")?.removeAttribute("data-aim");
    this.#aimed = target;
    if (target !== null) this.#cell(target).dataset.aim = "";
  }

  #cell(number) {
    return this.#board.querySelector(`[data-cell="${number}"]`);
  }
}
