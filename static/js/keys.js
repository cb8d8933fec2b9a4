// Which key was pressed, whatever the layout of the keyboard.

const WRITTEN = /^[a-z0-9?[\]]$/i; // the keys that pages listen for, as most layouts write them
const NAMED = /^(?!Dead$|Process$|Unidentified$)../; // such as ArrowLeft
const PLACES = /^(?:Key|Digit|Numpad)([A-Z0-9])$/;
const SIGNS = new Map([
  ["BracketLeft", "["],
  ["BracketRight", "]"],
  ["Shift+Slash", "?"],
]);

// Where a key writes no Latin letter or digit, as on a Russian or a French keyboard, it is what a US one has in its
// place.
/** @param {Pick<KeyboardEvent, "key" | "code" | "shiftKey">} event */
export function keyOf({ key, code, shiftKey }) {
  if (WRITTEN.test(key)) return key.toLowerCase();
  if (NAMED.test(key)) return key;
  const place = PLACES.exec(code)?.[1]?.toLowerCase();
  // With Shift a digit of a US keyboard writes a sign that is meant.
  if (place && !(shiftKey && code.startsWith("Digit"))) return place;
  return SIGNS.get(shiftKey ? `Shift+${code}` : code) ?? key;
}
