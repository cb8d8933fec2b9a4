// The list of live games: each item keeps its place while its game is shown.

import { gameAddress } from "../../addresses.js";
import { find } from "../../dom.js";
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
    this.#list = find("live-games", HTMLElement, page);
    this.#empty = find("no-games", HTMLElement, page);
    this.#template = find("live-game-template", HTMLTemplateElement, page);
    this.#addressTemplate = page.dataset.gameAddress ?? "";
    // An item that was kept because it was pointed at may go when it no longer is.
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
    const items = this.#items();
    for (const item of items) this.#update(item);
    const present = new Set(items.map((item) => item.dataset.liveGame));
    const old = items.filter(
      (item) => !shown.includes(item.dataset.liveGame ?? "") && !isInUse(item),
    );
    for (const id of shown) {
      const game = present.has(id) ? undefined : this.#games.get(id);
      // A new game takes the place of one that is gone, so that the others stay where they are.
      if (!game) continue;
      const place = old.shift();
      const item = this.#makeCard(game);
      if (place) place.replaceWith(item);
      else this.#list.append(item);
    }
    for (const item of old) item.remove();
    this.#list.hidden = this.#list.children.length === 0;
    this.#empty.hidden = !this.#list.hidden;
  }

  #items() {
    return [...this.#list.children].filter((item) => item instanceof HTMLElement);
  }

  /** @param {HTMLElement} item */
  #update(item) {
    const game = this.#games.get(item.dataset.liveGame ?? "");
    if (game && Number(item.dataset.version) !== game.version) drawLiveGame(item, game);
  }

  /** @param {LiveGame} game */
  #makeCard(game) {
    const content = document.importNode(this.#template.content, true);
    const item = find("live-game", HTMLElement, content);
    find("link", HTMLAnchorElement, item).href = gameAddress(this.#addressTemplate, game.id);
    drawLiveGame(item, game);
    item.dataset.fresh = "";
    return item;
  }
}

/** @param {HTMLElement} item */
function isInUse(item) {
  return item.matches(":hover, :focus-within");
}
