// The page of games being played: what the server says of them is drawn as it comes.

import * as protocol from "../game/protocol.js";
import { Connection } from "../game/socket.js";
import { Cards } from "./cards.js";

const ASK_EVERY = 4000; // milliseconds, while sockets do not get through

const page = document.querySelector("[data-watch]");
const offline = document.querySelector("[data-offline]");
const cards = new Cards(page);
const connection = new Connection(page.dataset.socket);
let timer = 0;

connection.addEventListener("message", ({ detail }) => {
  if (detail.type === "games") cards.show(detail);
});

connection.addEventListener("open", () => {
  clearTimeout(timer);
  timer = 0;
  showConnection(true);
});

connection.addEventListener("lost", () => {
  showConnection(false);
  timer ||= setTimeout(ask, 0);
});

// Without a socket, the page asks for itself again and again.
async function ask() {
  const asked = timer;
  const games = document.hidden ? null : await fetchGames();
  if (timer !== asked) return; // Connected meanwhile, and told what is newer.
  if (games) cards.show(games);
  if (!document.hidden) offline.hidden = Boolean(games);
  timer = setTimeout(ask, ASK_EVERY);
}

async function fetchGames() {
  try {
    const response = await fetch(location.pathname, { headers: { Accept: "application/json" } });
    return response.ok ? protocol.read(await response.text()) : null;
  } catch {
    return null;
  }
}

function showConnection(isGood) {
  if (isGood) offline.hidden = true;
  page.toggleAttribute("data-connected", isGood);
}
