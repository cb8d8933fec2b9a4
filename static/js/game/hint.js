// A hint: what each move leads to, in signs on the board and in words above it.

const SVG = "http://www.w3.org/2000/svg";

const find = (hook) => document.querySelector(`[data-${hook}]`);
let signed; // the hint whose signs are on the board, undefined for what the server drew

export function drawHint({ hint, isHinting, snapshot, viewed }) {
  const { hints, may_hint: mayHint } = snapshot;
  if (hint !== signed) drawSigns(hint?.verdicts ?? {});
  signed = hint;
  find("rule").hidden = Boolean(hint);
  find("hint-words").hidden = !hint;
  find("hint-words").textContent = hint?.words ?? "";
  find("hints").hidden = hints === 0;
  find("hints-count").textContent = hints === 1 ? "1 hint" : `${hints} hints`;
  const form = find("hint");
  if (!form) return;
  form.hidden = !mayHint || viewed !== null;
  find("hint-name").toggleAttribute("data-thinking", isHinting);
  find("hint-name").setAttribute("aria-disabled", isHinting || Boolean(hint));
}

// A sign in each cell of which something is known; the names of the cells say the rest.
function drawSigns(verdicts) {
  for (const old of document.querySelectorAll(".verdict")) old.remove();
  for (const [cell, verdict] of Object.entries(verdicts))
    if (verdict.value !== "unknown") document.querySelector(`[data-cell="${cell}"]`).append(sign(verdict));
}

// The same that templates/games/_verdict.html draws.
function sign({ value, brief }) {
  const made = element("svg", { class: "verdict", viewBox: "0 0 100 100", "data-value": value, "aria-hidden": true, focusable: false });
  const squeezed = brief.length > 2 ? { textLength: 54, lengthAdjust: "spacingAndGlyphs" } : {};
  const text = element("text", { x: 50, y: 50, ...squeezed });
  text.textContent = brief;
  made.append(element("rect", { x: 18, y: 27, width: 64, height: 46, rx: 12 }), text);
  return made;
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
