// What screen readers read aloud.

const UNHEARD = "\u00A0";

// Words that stand there already are read again, as a space that nobody hears makes the text another.
/** @param {Element} region @param {string} words */
export function say(region, words) {
  region.textContent = words && region.textContent === words ? words + UNHEARD : words;
}
