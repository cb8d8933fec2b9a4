// The decision that a reason is for becomes the primary button, where it is possible.

const form = /** @type {HTMLFormElement} */ (document.querySelector(".decide"));

form.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement && target.dataset.decision)) return;
  const buttons = [...form.querySelectorAll("button")];
  const first = buttons.find((button) => button.value === target.dataset.decision);
  if (!first) return;
  for (const button of buttons) button.classList.toggle("primary", button === first);
});
