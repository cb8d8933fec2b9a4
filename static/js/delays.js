// How long to wait before something is tried again.

/** @param {number[]} delays milliseconds @param {number} attempt counted from 0 */
export const delayOf = (delays, attempt) => delays[Math.min(attempt, delays.length - 1)] ?? 0;

// By a quarter at most, so that not all browsers come at once.
/** @param {number} delay milliseconds */
export const varied = (delay) => delay * (0.75 + Math.random() / 2);

/** @template T @param {() => Promise<T | null>} ask @param {number[]} delays milliseconds before it is called
 * @returns {Promise<T>} */
export async function retry(ask, delays) {
  for (let attempt = 0; ; attempt++) {
    const wait = varied(delayOf(delays, attempt));
    // oxlint-disable no-await-in-loop -- each time is later than the one before
    await new Promise((done) => setTimeout(done, wait));
    const answer = await ask();
    if (answer !== null) return answer;
  }
}
