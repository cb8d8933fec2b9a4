// What people do: press a cell, move among the cells, step through the moves, send the link.

const STEPS = {
  first: () => 0,
  back: (ply) => ply - 1,
  on: (ply) => ply + 1,
  last: () => null,
};

export function bindBoard(form, play) {
  const cells = [...form.querySelectorAll("button[data-cell]")];
  // A disabled button loses the focus; one that merely says so keeps it.
  for (const cell of cells) {
    cell.setAttribute("aria-disabled", cell.disabled);
    cell.disabled = false;
  }
  rove(cells, Number(form.querySelector("[data-board]").dataset.width));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    play(Number(event.submitter.value));
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

export function bindSteps(store) {
  document.querySelector(".moves").addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    if (link.getAttribute("aria-disabled") === "true") return;
    const { step, ply } = link.dataset;
    store.view(step ? STEPS[step](store.ply) : Number(ply));
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
    await copyText(input);
    copy.textContent = "Copied";
    say("Link copied");
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
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(input.value);
    return;
  }
  // Plain http to another machine has no clipboard of the new kind.
  input.select();
  document.execCommand("copy");
}
