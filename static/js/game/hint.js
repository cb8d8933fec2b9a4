// A hint: what each move leads to, in signs on the board and in words above it.

const SVG = "http://www.w3.org/2000/svg";

const find = (hook) => document.querySelector(`[data-${hook}]`);

export function drawHint({ hint, isHinting, snapshot, viewed }) {
  const { hints, may_hint: mayHint } = snapshot;
  const { width } = find("board").dataset;
  const signs = Object.entries(hint?.verdicts ?? {}).map(([cell, verdict]) => sign(cell, width, verdict));
  find("verdicts").replaceChildren(...signs);
  find("rule").hidden = Boolean(hint);
  find("hint-words").hidden = !hint;
  find("hint-words").textContent = hint?.words ?? "";
  find("hints").hidden = hints === 0;
  find("hints-count").textContent = hints === 1 ? "1 hint" : `${hints} hints`;
  const form = find("hint");
  if (!form) return;
  form.hidden = !mayHint || viewed !== null;
  find("hint-name").textContent = isHinting ? "Thinking" : "Hint";
  find("hint-name").setAttribute("aria-disabled", isHinting || Boolean(hint));
}

// The same that templates/games/_board.html draws.
function sign(cell, width, { value, brief }) {
  const [column, row] = [cell % width, Math.floor(cell / width)];
  const group = element("g", { class: "verdict", "data-value": value });
  const text = element("text", { x: column + 0.5, y: row + 0.5 });
  text.textContent = brief;
  group.append(element("rect", { x: column + 0.18, y: row + 0.27, width: 0.64, height: 0.46, rx: 0.12 }), text);
  return group;
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
