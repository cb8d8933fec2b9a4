// The Watch page: draws the live games as the server sends them. Each item keeps its place while its game is shown.

import { gameAddress } from "../../addresses.js";
import { find } from "../../dom.js";
import { Connection } from "../game/connection.js";
import { drawLiveGame } from "./live-game.js";

/** @import { GamesMessage, LiveGame } from "../game/types.js"; */

const page = find("watch", HTMLElement);
const list = find("live-games", HTMLElement, page);
const empty = find("no-games", HTMLElement, page);
const template = find("live-game-template", HTMLTemplateElement, page);
const offline = find("offline", HTMLElement);
const { socket = "", gameAddress: addressTemplate = "" } = page.dataset;
/** @type {string[] | null} ids of the games to show, null until the server has sent them */
let shown = null;
/** @type {Map<string, LiveGame>} by id */
const games = new Map();

// An item that was kept because it was pointed at may go when it no longer is.
list.addEventListener("pointerout", draw);
list.addEventListener("focusout", () => setTimeout(draw));
void new Connection(socket, location.pathname, {
  onMessage: (message) => message.type === "games" && receive(message),
  onOpen: () => showConnection(true),
  onLost: () => showConnection(false),
});

/** @param {boolean} isConnected */
function showConnection(isConnected) {
  offline.hidden = isConnected;
  page.toggleAttribute("data-connected", isConnected);
}

/** @param {GamesMessage} message */
function receive(message) {
  ({ shown } = message);
  for (const game of message.changed) games.set(game.id, game);
  for (const id of games.keys()) if (!shown.includes(id)) games.delete(id);
  draw();
}

/** @param {HTMLElement} item */
const idOf = ({ dataset }) => dataset.liveGame ?? "";

function draw() {
  if (shown === null) return;
  const items = [...list.children].filter((item) => item instanceof HTMLElement);
  for (const item of items) {
    const game = games.get(idOf(item));
    if (game && Number(item.dataset.version) !== game.version) drawLiveGame(item, game);
  }
  const present = new Set(items.map(idOf));
  const kept = new Set(shown);
  const old = items.filter(
    (item) => !kept.has(idOf(item)) && !item.matches(":hover, :focus-within"),
  );
  for (const id of shown) {
    const game = present.has(id) ? undefined : games.get(id);
    if (!game) continue;
    // A new game takes the place of one that is gone, so that the others stay where they are.
    const place = old.shift();
    if (place) place.replaceWith(makeItem(game));
    else list.append(makeItem(game));
  }
  for (const item of old) item.remove();
  list.hidden = list.children.length === 0;
  empty.hidden = !list.hidden;
}

/** @param {LiveGame} game */
function makeItem(game) {
  const item = find("live-game", HTMLElement, document.importNode(template.content, true));
  find("link", HTMLAnchorElement, item).href = gameAddress(addressTemplate, game.id);
  drawLiveGame(item, game);
  item.dataset.fresh = "";
  return item;
}
