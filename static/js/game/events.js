// What people do: press a cell, move among the cells, step through the moves, send the link.

const STEPS = {
  first: () => 0,
  back: (ply) => ply - 1,
  on: (ply) => ply + 1,
  last: () => null,
};

const COPIED_FOR = 3000; // milliseconds to say so

export function bindBoard(form, play) {
  const cells = [...form.querySelectorAll("button[data-cell]")];
  // A disabled button loses the focus; one that merely says so keeps it.
  for (const cell of cells) {
    cell.setAttribute("aria-disabled", cell.disabled);
    cell.disabled = false;
  }
  rove(cells, Number(form.querySelector("[data-board]").dataset.width));
  form.addEventListener("submit", (event) => {
    if (play(Number(event.submitter.value))) event.preventDefault();
  });
}

// One stop for the Tab key; the arrows go from cell to cell.
function rove(cells, width) {
  const focusOn = (target) => {
    for (const cell of cells) cell.tabIndex = cell === target ? 0 : -1;
  };
  focusOn(cells[Math.floor(cells.length / 2)]);
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

// Keys for the whole page: digits play on a board of nine, r asks for a rematch, ? lists them all.
export function bindKeys(play, rematch) {
  const cells = document.querySelectorAll("button[data-cell]");
  const list = document.querySelector("[data-keys-list]");
  const show = document.querySelector("[data-keys]");
  show.hidden = false;
  show.addEventListener("click", () => list.showModal());
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const isTyping = target.matches?.("input, select, dialog *");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (key === "?") list.showModal();
    else if (key === "r" && rematch && !rematch.hidden) rematch.requestSubmit();
    else if (/^[1-9]$/.test(key) && cells.length === 9) {
      cells[key - 1].focus();
      play(key - 1);
    }
  });
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
    if (wish()) event.preventDefault();
  });
}

export function bindLink(say) {
  const input = document.querySelector("[data-link]");
  if (!input) return;
  const copy = document.querySelector("[data-copy]");
  const share = document.querySelector("[data-share]");
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const isCopied = await copyText(input);
    if (!isCopied) input.select();
    copy.textContent = isCopied ? "Copied" : "Press Ctrl+C";
    say(isCopied ? "Link copied" : "The link is selected. Press Ctrl+C to copy it.");
    setTimeout(() => (copy.textContent = "Copy"), COPIED_FOR);
  });
  input.addEventListener("focus", () => input.select());
  if (!navigator.share) return;
  share.hidden = false;
  share.addEventListener("click", () => {
    // Rejects when the person closes the sheet, which is no error.
    navigator.share({ title: "Tic-tac-toe", url: input.value }).catch(() => {});
  });
}

async function copyText(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    // Refused, or on plain http, where there is no such clipboard.
    input.select();
    return document.execCommand("copy");
  }
}
