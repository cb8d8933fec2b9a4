// Offers somebody who waits notifications by this browser, unless it shows them already.

import { find } from "../dom.js";
import { gettext } from "../words.js";
import { isPossible, renew, start } from "./notifications.js";

const line = find("notify-me", HTMLElement);
const { notifyMe: kind = "" } = line.dataset;

async function notifyMe() {
  if ((await Notification.requestPermission()) === "granted") show(await start(kind));
  else say(gettext("Your browser says no. Its settings can change that."));
}

/** @param {PushState | null} state of this browser, null if it shows none */
function show(state) {
  if (!state?.kinds.includes(kind)) return;
  const isPushed = gettext("We call you when somebody comes.");
  say(state.endpoint ? isPushed : gettext("We call you while a page of this site is open."));
}

/** @param {string} words after which there is nothing to press */
function say(words) {
  find("notify-words", HTMLElement, line).textContent = words;
  find("notify", HTMLElement, line).hidden = true;
}

if (isPossible && Notification.permission !== "denied") {
  find("notify", HTMLElement, line).addEventListener("click", () => {
    notifyMe().catch(() => say(gettext("That did not work. Try again later.")));
  });
  await renew().then(show, () => {});
  line.dataset["ready"] = "";
}
