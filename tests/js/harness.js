// What the tests of the scripts share: registering and running tests, and comparing values.

/** @type {Map<string, () => void | Promise<void>>} */
const tests = new Map();

/**
 * Register a test. tests/js/test_units.py finds its name in the text of the file.
 *
 * @param {string} name
 * @param {() => void | Promise<void>} body
 */
export function test(name, body) {
  tests.set(name, body);
}

/**
 * Run one test; throws what it throws.
 *
 * @param {string} name
 */
export async function run(name) {
  const body = tests.get(name);
  if (!body) throw new Error(`There is no test with the name ${name}`);
  await body();
}

export const registered = () => [...tests.keys()];

/**
 * Throw unless two values are the same as JSON.
 *
 * @param {unknown} actual
 * @param {unknown} expected
 */
export function equal(actual, expected) {
  const [actualJson, expectedJson] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (actualJson !== expectedJson) throw new Error(`expected ${expectedJson}, not ${actualJson}`);
}

/**
 * Throw unless a function throws.
 *
 * @param {() => unknown} action
 */
export function throws(action) {
  try {
    action();
  } catch {
    return;
  }
  throw new Error("expected an error");
}
