// What people do: press a cell, move among the cells, step through the moves, open a list.

const STEPS = {
  first: () => 0,
  back: (ply) => ply - 1,
  on: (ply) => ply + 1,
  last: () => null,
};

export function bindBoard(form, play, aim) {
  const cells = [...form.querySelectorAll("button[data-cell]")];
  // A disabled button loses the focus; one that merely says so keeps it.
  for (const cell of cells) {
    cell.setAttribute("aria-disabled", cell.disabled);
    cell.disabled = false;
  }
  rove(cells, Number(form.querySelector("[data-board]").dataset.width));
  form.addEventListener("submit", (event) => {
    const cell = Number(event.submitter.dataset.cell);
    if (aim.isUnsure(event.submitter) || play(cell)) event.preventDefault();
  });
}

// One stop for the Tab key; the arrows go from cell to cell.
function rove(cells, width) {
  const focusOn = (target) => {
    for (const cell of cells) cell.tabIndex = cell === target ? 0 : -1;
  };
  const rows = cells.length / width;
  focusOn(cells[Math.floor(rows / 2) * width + Math.floor(width / 2)]);
  for (const [number, cell] of cells.entries()) {
    cell.addEventListener("focus", () => focusOn(cell));
    cell.addEventListener("keydown", (event) => {
      const target = cells[neighbour(number, event.key, width, cells.length)];
      if (!target) return;
      event.preventDefault();
      target.focus();
    });
  }
}

function neighbour(number, key, width, size) {
  const column = number % width;
  if (key === "ArrowLeft") return column > 0 ? number - 1 : undefined;
  if (key === "ArrowRight") return column < width - 1 ? number + 1 : undefined;
  if (key === "ArrowUp") return number - width;
  if (key === "ArrowDown") return number + width < size ? number + width : undefined;
  if (key === "Home") return number - column;
  if (key === "End") return number - column + width - 1;
  return undefined;
}

// Keys for the whole page: digits play on a board of nine, r asks for a rematch, u takes back, h for a hint, ? lists them.
export function bindKeys(play, { rematch, undo, hint }) {
  const cells = document.querySelectorAll("button[data-cell]");
  const list = document.querySelector("[data-keys-list]");
  const { drop, width } = document.querySelector("[data-board]").dataset;
  const columns = drop === undefined ? 0 : Number(width);
  const digits = cells.length === 9 ? 9 : columns;
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const isTyping = target.matches?.("input, select, dialog[open] *");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (key === "?") list.showModal();
    else if (key === "r" && rematch && !rematch.hidden) rematch.requestSubmit();
    else if (key === "u" && undo && !undo.hidden) undo.requestSubmit();
    else if (key === "h" && hint && !hint.hidden) hint.requestSubmit();
    else if (/^[1-9]$/.test(key) && key <= digits) {
      cells[key - 1].focus();
      play(key - 1);
    }
  });
}

// A button that opens a list over the page.
export function bindList(button, list) {
  button.hidden = false;
  button.addEventListener("click", () => list.showModal());
}

// The reactions one may choose from; the list closes when one is chosen, or none.
export function bindReactions(list, react) {
  if (!list) return;
  list.addEventListener("click", ({ target }) => {
    if (!target.dataset.reaction) return;
    react(target.dataset.reaction);
    close();
  });
  list.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  document.addEventListener("click", ({ target }) => {
    if (!list.contains(target)) list.open = false;
  });
  const close = () => {
    list.open = false;
    list.querySelector("summary").focus();
  };
}

// The links that step through the moves.
export function bindSteps(store) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-step], [data-ply], [data-live]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.getAttribute("aria-disabled") === "true") return;
    const { step, ply } = link.dataset;
    if (ply) store.view(Number(ply));
    else store.view(STEPS[step ?? "last"](store.ply));
  });
}

// A form whose wish can also go over the socket; without one it is sent as a form.
export function bindForm(form, wish) {
  form?.addEventListener("submit", (event) => {
    if (wish(event.submitter)) event.preventDefault();
  });
}
