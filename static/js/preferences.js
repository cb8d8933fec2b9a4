// What somebody chose of sounds and the like, remembered by the browser.

const STORAGE_KEY = "feedback";

/** @typedef {"sound" | "vibration" | "mute"} Preference */

/** @type {Partial<Record<string, boolean>>} */
const chosen = read();

/** @param {Preference} name */
export const isChosen = (name) => Boolean(chosen[name]);

/**
 * @param {Preference} name
 * @param {boolean} isWanted
 */
export function choose(name, isWanted) {
  chosen[name] = isWanted;
  write();
}

/**
 * Let check boxes show and change the preferences that they name.
 *
 * @param {HTMLInputElement[]} boxes
 * @param {(name: string) => void} onChosen called when one was switched on
 */
export function bindPreferences(boxes, onChosen) {
  for (const box of boxes) {
    const name = box.dataset.preference ?? "";
    box.checked = Boolean(chosen[name]);
    box.addEventListener("change", () => {
      chosen[name] = box.checked;
      write();
      if (box.checked) onChosen(name);
    });
  }
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") ?? {};
  } catch {
    return {}; // Storage may be forbidden, or hold something else.
  }
}

function write() {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(chosen));
  } catch {
    // The choice then holds for this page alone.
  }
}
