// The cookies of this site. Their names end as the page says, for the sites of a machine share one another's cookies.

/** @param {string} name */
export function cookie(name) {
  const ending = document.documentElement.dataset.cookies ?? "";
  return new RegExp(`(?:^|; )${name}${ending}=([^;]+)`).exec(document.cookie)?.[1] ?? "";
}
