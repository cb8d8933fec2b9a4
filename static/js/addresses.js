// The addresses of pages, built from the templates that the server wrote into the page.

/** @param {string} template an address with `id` in the place of the game's id @param {string} id */
export const gameAddress = (template, id) => template.replace("/id/", `/${id}/`);

/** @param {string} template an address with `name` in the place of the person's name @param {string} name */
export const profileAddress = (template, name) =>
  template.replace("/name/", () => `/${encodeURIComponent(name.replaceAll("/", "-"))}/`);

/** @param {string} address of the game's page @param {number | null} ply null for the latest position */
export const plyAddress = (address, ply) => (ply === null ? address : `${address}?ply=${ply}`);

// The ply that an address names, as in `#5` or `?ply=5`.
/** @param {Pick<Location, "hash" | "search">} address */
export function plyIn({ hash, search }) {
  const texts = [hash.slice(1), new URLSearchParams(search).get("ply") ?? ""];
  const ply = texts.find((text) => /^\d{1,3}$/.test(text));
  return ply === undefined ? null : Number(ply);
}

/** @param {string} address @param {string[]} names */
export const positionAddress = (address, names) => `${address}&moves=${names.join("-")}`;

/** @param {HTMLAnchorElement} link @param {string[]} names of the cells in the order they were marked */
export function leadToPosition(link, names) {
  const address = new URL(link.href);
  address.searchParams.set("moves", names.join("-"));
  link.href = address.href;
}
