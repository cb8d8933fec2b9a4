// Whether the server can be reached. The browser knows only whether there is a network, so the server is asked.

import { varied } from "../../delays.js";

const ASK_EVERY = 10_000; // milliseconds, until the server answers

/** @param {string} address that is asked @param {(isReachable: boolean) => void} show */
export function watchServer(address, show) {
  let timer = 0;
  const ask = async () => {
    clearTimeout(timer);
    const request = { method: "HEAD", cache: /** @type {const} */ ("no-store") };
    const response = navigator.onLine && (await fetch(address, request).catch(() => null));
    show(Boolean(response && response.ok));
    timer = setTimeout(ask, varied(ASK_EVERY));
  };
  for (const type of ["online", "offline"]) addEventListener(type, ask);
  void ask();
}
