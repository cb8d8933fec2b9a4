// Starts the Watch page: draws the live games as the server sends them.

import { find } from "../../dom.js";
import { Connection } from "../game/connection.js";
import { LiveGames } from "./live-games.js";

const page = find("watch", HTMLElement);
const offline = find("offline", HTMLElement);
const liveGames = new LiveGames(page);
const { socket = "" } = page.dataset;

void new Connection(socket, location.pathname, {
  onMessage: (message) => message.type === "games" && liveGames.receive(message),
  onOpen: () => showConnection(true),
  onLost: () => showConnection(false),
});

/** @param {boolean} isConnected */
function showConnection(isConnected) {
  offline.hidden = isConnected;
  page.toggleAttribute("data-connected", isConnected);
}
