// On the page that stands for one that could not be read: fetches that again, later each time, until it is there.

import { retry } from "./delays.js";
import { find } from "./dom.js";

const DELAYS = [2000, 4000, 8000, 16000]; // milliseconds
const UNAVAILABLE = 503;

find("retrying", HTMLElement).hidden = false;
await retry(async () => {
  const response = await fetch(location.href).catch(() => null);
  return (response && response.status !== UNAVAILABLE) || null;
}, DELAYS);
location.reload();
