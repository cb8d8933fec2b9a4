// What the browser remembers: what somebody chose of sounds and the like, and the invitation that waits for a friend.

const PREFERENCES = "feedback";
const INVITATION = "invitation";
const LOST_SEAT = "lost-seat";
const OFFLINE_WINS = "offline-wins";

// The names of preferences: "sound", "vibration", "mute", "bare" (a board without coordinates), "met" (one has played
// with a friend), "called" (one has asked for notifications here).

/** @type {Partial<Record<string, boolean>>} */
const chosen = attempt(() => JSON.parse(localStorage.getItem(PREFERENCES) ?? "{}")) ?? {};

/** @type {Partial<Record<string, boolean>>} what is on until somebody turns it off, unless less motion is wanted */
const ON_AT_FIRST = { sound: true, vibration: true };

/** @param {string} name of a preference */
export const isChosen = (name) => chosen[name] ?? Boolean(ON_AT_FIRST[name] && !isStill());

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {string} name @param {boolean} isWanted */
export function choose(name, isWanted) {
  chosen[name] = isWanted;
  attempt(() => localStorage.setItem(PREFERENCES, JSON.stringify(chosen)));
}

/** Return the address of the game that this tab waits with for a friend, "" for none. */
export const openInvitation = () => attempt(() => sessionStorage.getItem(INVITATION)) ?? "";

/** @param {string} address of a game @param {boolean} isOpen whether it waits for a friend */
export function noteInvitation(address, isOpen) {
  attempt(() => {
    if (isOpen) sessionStorage.setItem(INVITATION, address);
    else if (openInvitation() === address) sessionStorage.removeItem(INVITATION);
  });
}

/** Note that the game of this page is not its visitor's any more, before it is loaded again. */
export const noteLostSeat = () => attempt(() => sessionStorage.setItem(LOST_SEAT, "yes"));

/** Return whether that was noted, and forget it. */
export const hasLostSeat = () =>
  attempt(() => {
    const isNoted = sessionStorage.getItem(LOST_SEAT) !== null;
    sessionStorage.removeItem(LOST_SEAT);
    return isNoted;
  });

/** Return the moves that won against Easy without a connection, by board, as JSON; "" for none. */
export const offlineWins = () => attempt(() => localStorage.getItem(OFFLINE_WINS)) ?? "";

export const forgetOfflineWins = () => attempt(() => localStorage.removeItem(OFFLINE_WINS));

/** @param {string} board @param {number[]} moves */
export function noteOfflineWin(board, moves) {
  attempt(() => {
    const won = JSON.parse(offlineWins() || "{}");
    localStorage.setItem(OFFLINE_WINS, JSON.stringify({ ...won, [board]: moves }));
  });
}

// Null where the browser forbids its storage or it holds something else: then what is chosen holds for one page alone.
/** @template T @param {() => T} access */
export function attempt(access) {
  try {
    return access();
  } catch {
    return null;
  }
}
