// Counts the positions that the other ways to search look at, one after the other.

import { findAll } from "../dom.js";

/** @param {string} address at which a count is asked for, without what it is of */
export async function fillCounts(address) {
  // From the last, as those are the quickest.
  const places = findAll("count-of", HTMLElement).filter((place) => place.textContent === "?");
  for (let place = places.pop(); place; place = places.pop()) {
    place.textContent = "…";
    // oxlint-disable-next-line no-await-in-loop -- the server searches one after the other
    place.textContent = (await countOf(`${address}?${place.dataset.countOf}`)) ?? "?";
  }
}

/**
 * @param {string} address
 * @returns {Promise<string | null>}
 */
async function countOf(address) {
  try {
    const response = await fetch(address);
    return response.ok ? (await response.json()).count : null;
  } catch {
    return null;
  }
}
