// The settings, as a page of their own and as a sheet over another page.

import { bindLinks, closest, find, findAll } from "./dom.js";
import { choose, isChosen } from "./remembered.js";
import { addLinks, fetchPage } from "./swap-page.js";

// An address that leads back from there leads here.
/** @param {string} address */
export async function openSettings(address) {
  const { page } = await fetchPage(address);
  await addLinks(page);
  const sheet = find("settings", HTMLElement, page);
  document.querySelector("[data-settings]")?.remove();
  sheet.popover = "auto";
  sheet.role = "dialog";
  document.body.append(sheet);
  bindLinks(sheet, "[data-close-settings]", () => sheet.hidePopover());
  bindSettings();
  sheet.showPopover();
  showMe(find("me", HTMLElement, page)); // may be somebody else by now
}

export function bindSettings() {
  const sheet = find("settings", HTMLElement);
  bindPreferences(sheet);
  sheet.addEventListener("submit", (event) => {
    const form = closest(event.target, "[data-setting]", HTMLFormElement);
    if (!form || !(event.submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    send(form, event.submitter, new FormData(form, event.submitter));
  });
  sheet.addEventListener("change", ({ target }) => {
    const form = closest(target, "[data-setting]", HTMLFormElement);
    if (form && target instanceof HTMLInputElement) send(form, target, new FormData(form));
  });
}

/** @param {HTMLFormElement} form @param {HTMLButtonElement | HTMLInputElement} pressed @param {FormData} body */
function send({ action }, pressed, body) {
  void fetchPage(action, { method: "POST", body }).then(
    ({ page }) => take(page, pressed),
    () => location.assign(action),
  );
}

/** @param {HTMLElement} sheet */
function bindPreferences(sheet) {
  for (const box of findAll("preference", HTMLInputElement, sheet)) {
    const { preference: name = "" } = box.dataset;
    const isInverted = "inverted" in box.dataset;
    box.checked = isChosen(name) !== isInverted;
    box.addEventListener("change", () => {
      choose(name, box.checked !== isInverted);
      if (name === "vibration" && box.checked) navigator.vibrate?.(20);
      document.dispatchEvent(new Event("preference"));
    });
  }
}

/** @param {Document} page as the server shows it now @param {HTMLButtonElement | HTMLInputElement} pressed */
function take(page, { name, value }) {
  const [sheet, changed] = [document, page].map((root) => find("settings", HTMLElement, root));
  if (!sheet || !changed) return;
  sheet.replaceChildren(...changed.childNodes);
  bindPreferences(sheet);
  const button = sheet.querySelector(`[name="${name}"][value="${value}"]`);
  if (button instanceof HTMLElement) button.focus();
  showTheme(page.documentElement.dataset.theme);
  showMe(find("me", HTMLElement, page));
}

/** @param {string} [theme] none for that of the system */
function showTheme(theme) {
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  const colour = getComputedStyle(root).backgroundColor;
  for (const bar of document.querySelectorAll('meta[name="theme-color"]'))
    bar.setAttribute("content", colour);
}

/** @param {HTMLElement} changed what the header says of the visitor */
function showMe(changed) {
  const avatar = changed.querySelector(".avatar");
  for (const each of document.querySelectorAll(".avatar"))
    if (each.innerHTML === avatar?.innerHTML)
      each.setAttribute("data-ink", avatar.getAttribute("data-ink") ?? "");
  const me = find("me", HTMLAnchorElement);
  me.replaceChildren(...changed.childNodes);
}
