// The list of live games: each card keeps its place while its game is shown.

import { gameAddress } from "../addresses.js";
import { find } from "../dom.js";
import { drawLiveGame } from "./live-game.js";

/** @import { GamesMessage, LiveGame } from "../game/types.js"; */

export class LiveGames {
  #list;
  #empty;
  #template;
  #addressTemplate;
  /** @type {string[] | null} ids of the games to show, null until the server has sent them */
  #shown = null;
  /** @type {Map<string, LiveGame>} by id */
  #games = new Map();

  /** @param {HTMLElement} page */
  constructor(page) {
    this.#list = find("cards", HTMLElement, page);
    this.#empty = find("no-games", HTMLElement, page);
    this.#template = find("card-template", HTMLTemplateElement, page);
    this.#addressTemplate = page.dataset.gameAddress ?? "";
    // A card that was kept because it was pointed at may go when it no longer is.
    this.#list.addEventListener("pointerout", () => this.#draw());
    this.#list.addEventListener("focusout", () => setTimeout(() => this.#draw()));
  }

  /** @param {GamesMessage} message */
  receive({ shown, changed }) {
    this.#shown = shown;
    for (const game of changed) this.#games.set(game.id, game);
    for (const id of this.#games.keys()) if (!shown.includes(id)) this.#games.delete(id);
    this.#draw();
  }

  #draw() {
    const shown = this.#shown;
    if (shown === null) return;
    const cards = this.#cards();
    for (const card of cards) this.#update(card);
    const present = new Set(cards.map((card) => card.dataset.card));
    const old = cards.filter((card) => !shown.includes(card.dataset.card ?? "") && !isInUse(card));
    for (const id of shown) {
      const game = present.has(id) ? undefined : this.#games.get(id);
      // A new game takes the place of one that is gone, so that the others stay where they are.
      if (game) this.#place(this.#makeCard(game), old.shift());
    }
    for (const card of old) card.remove();
    this.#list.hidden = this.#list.children.length === 0;
    this.#empty.hidden = !this.#list.hidden;
  }

  #cards() {
    return [...this.#list.children].filter((card) => card instanceof HTMLElement);
  }

  /** @param {HTMLElement} card */
  #update(card) {
    const game = this.#games.get(card.dataset.card ?? "");
    if (game && Number(card.dataset.version) !== game.version) drawLiveGame(card, game);
  }

  /** @param {LiveGame} game */
  #makeCard(game) {
    const content = document.importNode(this.#template.content, true);
    const card = find("card", HTMLElement, content);
    find("link", HTMLAnchorElement, card).href = gameAddress(this.#addressTemplate, game.id);
    drawLiveGame(card, game);
    card.dataset.fresh = "";
    return card;
  }

  /**
   * @param {HTMLElement} card
   * @param {HTMLElement | undefined} old whose place it takes, if there is one
   */
  #place(card, old) {
    if (old) old.replaceWith(card);
    else this.#list.append(card);
  }
}

/**
 * Return whether somebody points at a card or has it in focus; such a card is not taken away.
 *
 * @param {HTMLElement} card
 */
function isInUse(card) {
  return card.matches(":hover, :focus-within");
}
