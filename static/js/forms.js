// Keeps a form that is being sent from being sent again by a double click.

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
  if ("sent" in form.dataset) event.preventDefault();
  else form.dataset.sent = "";
});

// The back button may show the page as it was left, with its forms marked as sent.
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("[data-sent]")) form.removeAttribute("data-sent");
});
