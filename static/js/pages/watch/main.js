// The Watch page: draws the live games as the server sends them.

import { gameAddress } from "../../addresses.js";
import { showPieceSet } from "../../cells.js";
import { find, findAll, setAttribute } from "../../dom.js";
import { isStill } from "../../remembered.js";
import { bindPlayback } from "../../steps.js";
import { Connection } from "../game/connection.js";

const DEMO_PACE = 1800; // milliseconds from one move of the computer's own game to the next
const DEMO_REST = 3; // moves' time at its end

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
// Who wants no motion starts it.
bindPlayback(find("stepper", HTMLElement), DEMO_PACE, DEMO_REST)(!isStill());
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
  find("count", HTMLElement).textContent = message.words;
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
    if (game) list.append(makeItem(game));
  }
  for (const item of old) item.remove();
  if (old.length > 0) sort(shown);
  list.hidden = list.children.length === 0;
  empty.hidden = !list.hidden;
  find("games-head", HTMLElement).hidden = list.hidden;
}

// The last move comes first. Tiles change their places only when a game goes, and none that has the focus does.
/** @param {string[]} order */
function sort(order) {
  if (list.contains(document.activeElement)) return;
  const items = [...list.children].filter((item) => item instanceof HTMLElement);
  items.sort((one, other) => order.indexOf(idOf(one)) - order.indexOf(idOf(other)));
  list.append(...items);
}

/** @param {LiveGame} game */
function makeItem(game) {
  const item = find("live-game", HTMLElement, document.importNode(template.content, true));
  find("link", HTMLAnchorElement, item).href = gameAddress(addressTemplate, game.id);
  drawLiveGame(item, game);
  item.dataset.fresh = "";
  return item;
}

/** @param {HTMLElement} item @param {LiveGame} game */
function drawLiveGame(item, game) {
  item.dataset.liveGame = game.id;
  item.dataset.version = String(game.version);
  item.dataset.status = game.status;
  find("words", HTMLElement, item).textContent = game.line;
  const { pieces = "marks" } = document.getElementById(`grid-${game.variant}`)?.dataset ?? {};
  item.dataset.pieces = pieces;
  showPieceSet(item, pieces);
  for (const side of findAll("side", HTMLElement, item)) drawSide(side, game);
  drawPicture(find("picture", SVGSVGElement, item), game);
}

/** @param {HTMLElement} side @param {LiveGame} game */
function drawSide(side, { seats, score, outcome }) {
  const mark = side.dataset.side === "X" ? "X" : "O";
  const points = find("points", HTMLElement, side);
  find("name", HTMLElement, side).textContent = seats[mark]?.name ?? "";
  find("account", HTMLElement, side).hidden = !seats[mark]?.has_account;
  setAttribute(side, "data-winner", outcome?.winner === mark ? mark : null);
  points.textContent = String(score[mark]);
  points.hidden = !Object.values(score).some(Boolean);
}

/** @param {SVGSVGElement} picture @param {LiveGame} game */
function drawPicture(picture, { cells, variant, end, closed }) {
  const strike = find("strike", SVGPathElement, picture);
  const board = document.getElementById(`grid-${variant}`)?.dataset ?? {};
  picture.setAttribute("viewBox", board.view ?? "");
  picture.toggleAttribute("data-misere", variant.includes("+misere"));
  find("grid", SVGUseElement, picture).setAttribute("href", `#grid-${variant}`);
  picture.dataset.pieces = board.pieces;
  strike.toggleAttribute("data-broad", "broad" in board);
  // On a board that was shown before, a new mark is written as one looks.
  const before = picture.dataset.cells || cells;
  const marks = [...cells].flatMap((mark, cell) => {
    if (mark === ".") return [];
    const use = makeMark(cell, mark, board);
    use.toggleAttribute("data-fresh", before[cell] !== mark);
    use.toggleAttribute("data-line", end?.cells.includes(cell) ?? false);
    return [use];
  });
  const large = closed.flatMap(({ board: number, mark }) => {
    return mark ? [makeMark(number, mark, board, true)] : [];
  });
  find("marks", SVGGElement, picture).replaceChildren(...marks, ...large);
  picture.dataset.cells = cells;
  if (end) strike.dataset.fresh = "";
  setAttribute(strike, "data-mark", end?.mark ?? null);
  setAttribute(strike, "d", end?.strike || null);
}

/** @param {number} number @param {string} mark @param {DOMStringMap} board @param {boolean} [isLarge] */
function makeMark(number, mark, board, isLarge = false) {
  const { pieces = "marks", looks = "", places = "", corners = "", side = "3" } = board;
  const name = mark.toLowerCase();
  const [x = 0, y = 0] =
    (isLarge ? corners : places).split(" ")[number]?.split(",").map(Number) ?? [];
  const size = isLarge ? side : 1;
  const attributes = {
    class: name,
    href: `#${pieces}-${name}-${looks[number] ?? 0}`,
    [isLarge ? "data-large" : "data-cell"]: number,
    x,
    y,
    width: size,
    height: size,
  };
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  for (const [key, value] of Object.entries(attributes)) use.setAttribute(key, String(value));
  return use;
}
