// The page of games being played: what the server says of them is drawn as it comes.

import { Connection } from "../game/connection.js";
import { Cards } from "./cards.js";

const page = document.querySelector("[data-watch]");
const offline = document.querySelector("[data-offline]");
const cards = new Cards(page);
const connection = new Connection(page.dataset.socket, page.dataset.messages);

connection.addEventListener("message", ({ detail }) => {
  if (detail.type === "games") cards.show(detail);
});
connection.addEventListener("open", () => showConnection(true));
connection.addEventListener("lost", () => showConnection(false));

function showConnection(isGood) {
  offline.hidden = isGood;
  page.toggleAttribute("data-connected", isGood);
}
