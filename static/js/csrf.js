// The token that proves that a form comes from this site. Signing in changes it, also in another tab: so what a form
// sends has the token that the cookie has at that moment, and not the one with which its page was made.

const FIELD = "csrfmiddlewaretoken";
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

// The names of cookies end as the page says, for the sites of a machine share one another's.
/** @param {string} name */
export function cookie(name) {
  const ending = document.documentElement.dataset.cookies ?? "";
  return new RegExp(`(?:^|; )${name}${ending}=([^;]+)`).exec(document.cookie)?.[1] ?? "";
}

export const csrfToken = () => cookie("csrftoken");

// Django masks the token in a field, which tells a form that is sent twice from two forms.
/** @param {string} masked */
function unmask(masked) {
  const [mask, hidden] = [masked.slice(0, masked.length / 2), masked.slice(masked.length / 2)];
  const letters = [...hidden].map((letter, place) => {
    const difference = LETTERS.indexOf(letter) - LETTERS.indexOf(mask[place] ?? "");
    return LETTERS.at(difference);
  });
  return letters.join("");
}

/** @param {FormData} data */
export function renewToken(data) {
  const [field, token] = [data.get(FIELD), csrfToken()];
  if (typeof field === "string" && token && unmask(field) !== token) data.set(FIELD, token);
}
