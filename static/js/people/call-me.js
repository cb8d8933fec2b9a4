// Offers somebody who waits to be called by this browser, unless it does that already.

import { find } from "../dom.js";
import { gettext } from "../words.js";
import { isPossible, renew, start } from "./calls.js";

const line = find("call-me", HTMLElement);
const { callMe: kind = "" } = line.dataset;

async function callMe() {
  if ((await Notification.requestPermission()) === "granted") show(await start(kind));
  else say(gettext("Your browser says no. Its settings can change that."));
}

/** @param {import("./calls.js").State | null} state of this browser, null if it does not call */
function show(state) {
  if (!state?.kinds.includes(kind)) return;
  const isPushed = gettext("We call you when somebody comes.");
  say(state.endpoint ? isPushed : gettext("We call you while a page of this site is open."));
}

/** @param {string} words after which there is nothing to press */
function say(words) {
  find("call-words", HTMLElement, line).textContent = words;
  find("call", HTMLElement, line).hidden = true;
}

if (isPossible && Notification.permission !== "denied") {
  find("call", HTMLElement, line).addEventListener("click", () => {
    callMe().catch(() => say(gettext("That did not work. Try again later.")));
  });
  await renew().then(show, () => {});
  line.dataset["ready"] = "";
}
