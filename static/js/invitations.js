// The invitation of this tab that waits for a friend, remembered while its host plays something else meanwhile.

const STORAGE_KEY = "invitation";

/** Return the address of the game that waits, "" for none. */
export function openInvitation() {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? "";
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
    if (isOpen) sessionStorage.setItem(STORAGE_KEY, address);
    else if (openInvitation() === address) sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // As above.
  }
}
