// Fills the card of one game, from nothing or over what it showed before.

import { gridOf, strokeOf } from "../lines.js";

const SVG = "http://www.w3.org/2000/svg";

export function fill(card, glance) {
  card.dataset.card = glance.id;
  card.dataset.version = glance.version;
  card.dataset.status = glance.status;
  card.querySelector("[data-board]").textContent = glance.board;
  card.querySelector("[data-words]").textContent = glance.words;
  for (const side of card.querySelectorAll("[data-side]")) fillSide(side, glance);
  drawPicture(card.querySelector("[data-picture]"), glance);
}

function fillSide(side, { seats, score, status, turn, outcome }) {
  const mark = side.dataset.side;
  const points = side.querySelector("[data-points]");
  side.querySelector("[data-name]").textContent = seats[mark].name;
  side.toggleAttribute("data-turn", status === "playing" && turn === mark);
  side.toggleAttribute("data-winner", outcome?.winner === mark);
  points.textContent = score[mark];
  points.hidden = !Object.values(score).some(Boolean);
}

function drawPicture(picture, { cells, variant, outcome }) {
  const line = outcome?.line ?? [];
  const [width, height] = variant.split("x").map(Number);
  if (!picture.hasAttribute("viewBox")) {
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const lines = gridOf(width, height).map((d) => element("path", { d }));
    picture.querySelector("[data-grid]").append(...lines);
  }
  const marks = [...cells].flatMap((mark, cell) => (mark === "." ? [] : [markAt(cell, mark, width)]));
  picture.toggleAttribute("data-loses", variant.includes("misere"));
  const before = picture.dataset.cells;
  for (const mark of marks) {
    const cell = Number(mark.dataset.cell);
    // One that was not there before writes itself.
    mark.toggleAttribute("data-fresh", Boolean(before) && before[cell] !== cells[cell]);
    mark.toggleAttribute("data-line", line.includes(cell));
  }
  picture.querySelector("[data-marks]").replaceChildren(...marks);
  picture.dataset.cells = cells;
  drawStrike(picture.querySelector("[data-strike]"), line, width);
}

function markAt(cell, mark, width) {
  const name = mark.toLowerCase();
  const place = { x: cell % width, y: Math.floor(cell / width), width: 1, height: 1 };
  const use = element("use", { class: name, href: `#mark-${name}`, ...place });
  use.dataset.cell = cell;
  return use;
}

function drawStrike(strike, line, width) {
  for (const name of ["x1", "y1", "x2", "y2"]) strike.removeAttribute(name);
  if (line.length === 0) return;
  strike.dataset.fresh = "";
  for (const [name, value] of Object.entries(strokeOf(line, width))) strike.setAttribute(name, value);
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
