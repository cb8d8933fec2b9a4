// Words in the language of the page. The texts in the scripts are English: they are shown as they are where the page
// brings no catalogue, as on an English page, in the admin, offline, and in the tests of the scripts.

/**
 * What the server's catalogue defines.
 *
 * @typedef {object} Catalogue
 * @property {(text: string) => string} gettext
 * @property {(singular: string, plural: string, count: number) => string} ngettext
 */

// The admin's own scripts put something else in its place.
const catalogue = /** @type {{ django?: Partial<Catalogue> }} */ (globalThis).django;

/** @param {string} text */
export const gettext = (text) => catalogue?.gettext?.(text) ?? text;

/** @param {string} singular @param {string} plural @param {number} count */
export const ngettext = (singular, plural, count) =>
  catalogue?.ngettext?.(singular, plural, count) ?? (count === 1 ? singular : plural);

/** @param {string} text @param {Record<string, string | number>} values */
export const interpolate = (text, values) =>
  text.replaceAll(/%\((\w+)\)s/g, (_, name) => String(values[name] ?? ""));
