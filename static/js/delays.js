// How long to wait before something is tried again.

/**
 * Return the delay before an attempt; the last one is used again and again.
 *
 * @param {number[]} delays milliseconds
 * @param {number} attempt counted from 0
 */
export function delayOf(delays, attempt) {
  return delays[Math.min(attempt, delays.length - 1)] ?? 0;
}

/**
 * Return a delay changed by a quarter at most, so that not all browsers come at once.
 *
 * @param {number} delay milliseconds
 */
export function varied(delay) {
  return delay * (0.75 + Math.random() / 2);
}
