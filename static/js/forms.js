// A form that is on its way is not sent again by a double click.
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  if ("sent" in event.target.dataset) event.preventDefault();
  else event.target.dataset.sent = "";
});

// The back button may show the page as it was left.
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("[data-sent]")) delete form.dataset.sent;
});
