// The words of the scripts in the language of the offline page, which brings them along: the server's catalogue may be
// out of reach. This script runs before the modules, as the catalogue does on other pages.

{
  const texts = document.getElementById("catalogue")?.textContent ?? "{}";
  /** @type {Record<string, string>} */
  const words = JSON.parse(texts);

  Object.assign(globalThis, {
    django: { gettext: (/** @type {string} */ text) => words[text] ?? text },
  });
}
