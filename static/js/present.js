// Shows a page to a room: the board, the sentence and the steps alone, on the whole screen where the browser allows it.
// The sentence of a game is the move that is shown, and what follows from it.

import { find, findAll, findOptional, setAttribute } from "./dom.js";
import { addLink } from "./swap-page.js";

const root = document.documentElement;
const LONG = 15; // letters, above which a sentence is written smaller
let isFull = false; // whether this has taken the whole screen, and not given it back
/** @type {Promise<void>} which ends when the whole screen has been given back */
let givenBack = Promise.resolve();
const isPresenting = () => "presenting" in root.dataset;

export const toggle = () => present(!isPresenting());

/** @param {boolean} on */
async function present(on) {
  const button = find("present", HTMLButtonElement);
  const { href } = new URL(button.dataset.style ?? "", location.href);
  await addLink({ rel: "stylesheet", href });
  root.toggleAttribute("data-presenting", on);
  void tell();
  button.setAttribute("aria-pressed", String(on));
  isFull = false;
  if (!on) {
    if (document.fullscreenElement) givenBack = document.exitFullscreen().catch(() => {});
    return;
  }
  await givenBack;
  // Where it is not allowed, the window does.
  if (isPresenting()) await root.requestFullscreen?.().catch(() => {});
  isFull = Boolean(document.fullscreenElement) && isPresenting();
}

document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && isPresenting()) void present(false);
});
// Browsers leave the whole screen by keys and gestures of their own.
document.addEventListener("fullscreenchange", () => {
  if (isFull && !document.fullscreenElement) void present(false);
});

let asked = ""; // what is told or fetched
const follows = findOptional("follows", HTMLElement);
const step = findOptional("shown-step", HTMLElement);
if (follows && step) new MutationObserver(() => void tell()).observe(step, { childList: true });
void tell();

async function tell() {
  if (!follows || !step) return;
  const ply = step.textContent;
  const isTold = isPresenting() || "always" in follows.dataset;
  if (asked === `${isTold} ${ply}`) return;
  asked = `${isTold} ${ply}`;
  const told = isTold ? await fetchTold(`${follows.dataset.follows}?ply=${ply}`) : {};
  if (asked !== `${isTold} ${ply}`) return;
  const { move = "", words = "", mark = "", expected = [], bands = [], figures = "" } = told;
  const headline = find("told-move", HTMLElement, follows);
  headline.textContent = move;
  headline.dataset.mark = mark;
  headline.toggleAttribute("data-long", move.length > LONG);
  find("then", HTMLElement, follows).textContent = words;
  const more = findOptional("figures", HTMLElement);
  if (more) [more.textContent, more.hidden] = [figures, !figures];
  for (const old of findAll("told-band", SVGPathElement)) old.remove();
  for (const band of bands) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const attributes = { class: "band", d: band, "data-mark": mark, "data-told-band": "" };
    for (const [name, value] of Object.entries(attributes)) path.setAttribute(name, value);
    document.querySelector(".lines.over")?.append(path);
  }
  for (const cell of findAll("cell", HTMLElement)) {
    const at = expected.findIndex(([number]) => number === Number(cell.dataset.cell));
    setAttribute(cell, "data-expected", at < 0 ? null : expected.length > 1 ? at + 1 : "");
    setAttribute(cell, "data-by", expected[at]?.[1] ?? null);
  }
}

/** @typedef {{ move?: string, words?: string, figures?: string, mark?: string, expected?: [cell: number, mark: string][], bands?: string[] }} Told */

/** @param {string} address @returns {Promise<Told>} */
async function fetchTold(address) {
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    const told = await response.json();
    return response.ok ? told : { words: told.message };
  } catch {
    return {};
  }
}
