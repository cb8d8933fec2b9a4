// The cards on the page: each keeps its place while its game is shown.

import { fill } from "./card.js";

export class Cards {
  #page;
  #list;
  #nobody;
  #template;
  #shown = null; // ids, null until something is heard
  #glances = new Map(); // id -> the newest known

  constructor(page) {
    this.#page = page;
    this.#list = page.querySelector("[data-cards]");
    this.#nobody = page.querySelector("[data-nobody]");
    this.#template = page.querySelector("[data-new-card]");
    // What was held until now may go.
    this.#list.addEventListener("pointerout", () => this.#settle());
    this.#list.addEventListener("focusout", () => setTimeout(() => this.#settle()));
  }

  show({ shown, changed }) {
    this.#shown = shown;
    for (const glance of changed) this.#glances.set(glance.id, glance);
    for (const id of this.#glances.keys()) if (!shown.includes(id)) this.#glances.delete(id);
    this.#settle();
  }

  #settle() {
    if (this.#shown === null) return;
    const cards = [...this.#list.children];
    for (const card of cards) this.#refresh(card);
    const gone = cards.filter((card) => !this.#shown.includes(card.dataset.card) && !isHeld(card));
    const present = new Set(cards.map((card) => card.dataset.card));
    for (const id of this.#shown.filter((id) => !present.has(id) && this.#glances.has(id))) this.#place(id, gone.shift());
    for (const card of gone) card.remove();
    this.#list.hidden = this.#list.children.length === 0;
    this.#nobody.hidden = !this.#list.hidden;
  }

  #refresh(card) {
    const glance = this.#glances.get(card.dataset.card);
    if (glance && Number(card.dataset.version) !== glance.version) fill(card, glance);
  }

  // A new game takes the place of one that is gone, so that the others stay where they are.
  #place(id, gone) {
    const card = this.#template.content.cloneNode(true).querySelector("[data-card]");
    fill(card, this.#glances.get(id));
    card.querySelector("[data-link]").href = this.#page.dataset.room.replace("/id/", `/${id}/`);
    card.dataset.fresh = "";
    if (gone) gone.replaceWith(card);
    else this.#list.append(card);
  }
}

// Nothing is taken away from under a finger, or from the keyboard.
function isHeld(card) {
  return card.matches(":hover, :focus-within");
}
