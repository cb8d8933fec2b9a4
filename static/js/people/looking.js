// Says who is waited for, and calls somebody who plays the computer meanwhile, in the place of the sentence: as the server
// says it, which is asked again when something has changed, and now and then.

import { find, findAll, findOptional, say } from "../dom.js";
import { follow } from "../friend-joined.js";
import { isStill } from "../remembered.js";
import { fetchPage } from "../swap-page.js";

const RENEWED_EVERY = 10000; // milliseconds

const section = find("looking", HTMLElement);
const news = find("news", HTMLElement, section);
const { looking: address = "" } = section.dataset;

async function renew() {
  const { page } = await fetchPage(location.href);
  const changed = findOptional("news", HTMLElement, page);
  news.replaceChildren(...(changed?.childNodes ?? []));
  news.dataset.state = changed?.dataset.state ?? "";
  const fresh = findAll("wait-actions", HTMLElement, page);
  for (const [at, actions] of findAll("wait-actions", HTMLElement).entries())
    actions.replaceChildren(...(fresh[at]?.childNodes ?? []));
  for (const field of findAll("needs-scripts", HTMLInputElement, section)) field.disabled = false;
  runOut();
  const words = findOptional("call-words", HTMLElement, news);
  if (words) say(find('announce="assertive"', HTMLElement), words.textContent?.trim() ?? "");
}

/** Let the ring around the face run out with the time that is left. */
function runOut() {
  const { left, of } = findOptional("left", HTMLElement, news)?.dataset ?? {};
  if (!left || !of) return;
  const [seconds, from] = [Number(left), 100 * (1 - Number(left) / Number(of))];
  news.querySelector("circle:last-child")?.animate(
    { strokeDashoffset: [from, 100] },
    {
      duration: seconds * 1000,
      easing: isStill() ? `steps(${seconds})` : "linear",
      fill: "forwards",
    },
  );
}

/** Say whether nobody is called, and nothing of the words is about to be pressed. */
const isIdle = () =>
  ["waiting", "gone"].includes(news.dataset.state ?? "") &&
  !section.contains(document.activeElement);

runOut();
if (address !== location.pathname) {
  follow(address, () => void renew().catch(() => {}));
  setInterval(() => !document.hidden && isIdle() && void renew().catch(() => {}), RENEWED_EVERY);
} else if (isIdle()) {
  // Who waits may play meanwhile.
  findOptional("look-again", HTMLFormElement)?.requestSubmit();
}
