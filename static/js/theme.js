// Changes the theme at once, and saves the choice at the server for the next page.

import { find } from "./dom.js";

const form = find("theme-form", HTMLFormElement);

form.addEventListener("change", () => {
  const data = new FormData(form);
  const theme = String(data.get("theme"));
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  void fetch(form.action, { method: "POST", body: data, redirect: "manual" });
});
