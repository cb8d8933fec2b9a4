// Copies text, also where the browser refuses or the page came over plain http, where browsers have no clipboard.

/**
 * Copy a text, and return whether that worked.
 *
 * @param {string} text
 * @param {HTMLElement} beside an element of the same dialog, beside which text can be selected
 */
export async function copyText(text, beside) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = Object.assign(document.createElement("textarea"), { value: text });
    beside.after(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}
