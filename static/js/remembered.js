// What the browser remembers: what somebody chose of sounds and the like, and the invitation that waits for a friend.

const PREFERENCES = "feedback";
const INVITATION = "invitation";

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
    return JSON.parse(localStorage.getItem(PREFERENCES) ?? "{}") ?? {};
  } catch {
    return {}; // Storage may be forbidden, or hold something else.
  }
}

function write() {
  try {
    localStorage.setItem(PREFERENCES, JSON.stringify(chosen));
  } catch {
    // The choice then holds for this page alone.
  }
}

/** Return the address of the game that this tab waits with for a friend, "" for none. */
export function openInvitation() {
  try {
    return sessionStorage.getItem(INVITATION) ?? "";
  } catch {
    return ""; // Storage may be forbidden. Then nobody is told.
  }
}

/**
 * @param {string} address of a game
 * @param {boolean} isOpen whether it waits for a friend
 */
export function noteInvitation(address, isOpen) {
  try {
    if (isOpen) sessionStorage.setItem(INVITATION, address);
    else if (openInvitation() === address) sessionStorage.removeItem(INVITATION);
  } catch {
    // As above.
  }
}
