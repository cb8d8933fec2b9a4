// Asks, while the page can be seen, whether somebody whom the visitor has met asks for a game; the header says it.

import { choose } from "../remembered.js";
import { showCallers } from "./callers.js";

const ASK_EVERY = 10000; // milliseconds
const ASK_SELDOM = 30000; // on a page that has been there for a while
const A_WHILE = 300000;
let timer = 0;
let openedAt = performance.now();

async function ask() {
  clearTimeout(timer);
  if (document.hidden) return;
  await showCallers();
  askLater();
}

function askLater() {
  clearTimeout(timer);
  const wait = performance.now() - openedAt < A_WHILE ? ASK_EVERY : ASK_SELDOM;
  timer = setTimeout(() => void ask(), wait);
}

document.addEventListener("visibilitychange", () => {
  openedAt = performance.now();
  void ask();
});
choose("met", true); // Other pages ask as well, from now on.
askLater();
