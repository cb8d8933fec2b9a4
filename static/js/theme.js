// The theme changes at once; the server is told, so that the next page comes in it.
const form = document.querySelector("[data-theme-form]");

form.addEventListener("change", () => {
  const theme = form.elements.theme.value;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
});
