// What every page has: the settings, the button for sounds, menus, forms, and the service worker. Each is a few lines, so
// they come as one file.

import { renewToken } from "./csrf.js";
import { bindLinks, closest, find, findAll } from "./dom.js";
import { choose, isChosen, offlineWins, openInvitation } from "./remembered.js";
import { gettext, interpolate } from "./words.js";

// What a form sends, or a script that reads it, has the present token.

document.addEventListener("formdata", ({ formData }) => renewToken(formData));

// The settings are a page, which is shown as a sheet over the one that leads there.

const showSettings = () => import("./settings.js");
bindLinks(document, "[data-to-settings]", (link) => {
  const follow = () => location.assign(link.href);
  void showSettings().then(({ openSettings }) => openSettings(link.href).catch(follow), follow);
});
if (document.querySelector("[data-settings]"))
  void showSettings().then(({ bindSettings }) => bindSettings());

// Sounds are switched on and off, here and in the settings, as the letters beside a board are there.

const soundButton = find("sound-button", HTMLButtonElement);

function drawPreferences() {
  soundButton.setAttribute("aria-pressed", String(isChosen("sound")));
  document.documentElement.toggleAttribute("data-bare", isChosen("bare"));
}

soundButton.addEventListener("click", () => {
  choose("sound", !isChosen("sound"));
  drawPreferences();
});
document.addEventListener("preference", drawPreferences);
drawPreferences();

// A menu closes when one presses elsewhere, presses the Escape key, opens another, opens a sheet from it, or chooses
// what changes the page that is shown; a sheet closes by itself for most of that.

/** @param {EventTarget | null} kept in which a menu stays open */
function closeMenus(kept) {
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (!(menu instanceof HTMLDetailsElement) || (kept instanceof Node && menu.contains(kept)))
      continue;
    // The focus would be lost with the menu; a sheet gives it back to what had it before.
    if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    menu.open = false;
  }
}

document.addEventListener(
  "toggle",
  ({ target }) => {
    const menu = closest(target, "details[data-menu][open]", HTMLElement);
    if (menu === target) menu?.querySelector(".sheet")?.scrollIntoView({ block: "nearest" });
  },
  { capture: true }, // it does not bubble
);
document.addEventListener(
  "click",
  ({ target }) =>
    closeMenus(closest(target, '[aria-haspopup="dialog"]', HTMLElement) ? null : target),
  { capture: true }, // before a sheet opens
);
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") closeMenus(null);
});

// Both close when the focus leaves them, as they cover what gets it.

document.addEventListener("focusin", ({ target }) => {
  closeMenus(target);
  const sheet = document.querySelector("[popover]:popover-open");
  if (sheet instanceof HTMLElement && target instanceof Node && !sheet.contains(target))
    sheet.hidePopover();
});

// A form that is being sent is not sent again by a double click. The back button may show it as it was left.

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented) closeMenus(null);
  else if (!(form instanceof HTMLFormElement)) return;
  else if ("sent" in form.dataset) event.preventDefault();
  else form.dataset.sent = "";
});
for (const field of findAll("needs-scripts", HTMLInputElement)) field.disabled = false;
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("[data-sent]")) form.removeAttribute("data-sent");
});

// What somebody types is counted as the server counts it: in what people take for characters.

/** @type {Intl.Segmenter | undefined} */
let segmenter;

document.addEventListener("input", ({ target }) => {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!isText || !target.dataset.most || !("Segmenter" in Intl)) return;
  segmenter ??= new Intl.Segmenter();
  const most = Number(target.dataset.most);
  const isTooLong = [...segmenter.segment(target.value.trim())].length > most;
  const words = isTooLong ? gettext("Please write at most %(most)s characters.") : "";
  target.setCustomValidity(interpolate(words, { most }));
});

// Whoever waits for a friend and plays something else meanwhile is told when the friend joins. The first page, that of
// the game and that which waits say it themselves.

const invitation = openInvitation();
const told = `[data-joined], [data-looking="${invitation}"]`;
const isTold = document.querySelector(told) || location.pathname === invitation;
if (invitation && !isTold) {
  void import("./friend-joined.js").then(({ follow }) => follow(invitation));
}

// What was won without a connection goes into the album.

if (offlineWins()) void import("./people/offline-wins.js").catch(() => {});

// Whoever has played with a friend hears on every page of one who asks to play again; and a browser that calls has its
// subscription renewed.

if (isChosen("met")) void import("./people/invitations.js");
if (isChosen("called") && !document.querySelector("[data-notify-me]"))
  void import("./people/notifications.js").then((it) => (it.isPossible ? it.renew() : null));

// The service worker starts once the page has loaded, and serves every page from the root. Where that fails, the site
// works as without one.

addEventListener("load", () => {
  navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
});
