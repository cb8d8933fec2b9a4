// On a form with a password, which waits in line where many sign in at once: says so if the answer takes a while.

const AFTER = 1000; // milliseconds

/** @type {NodeListOf<HTMLElement>} */
const places = document.querySelectorAll("form [data-waiting]");

for (const place of places) {
  place.closest("form")?.addEventListener("submit", () => {
    setTimeout(() => {
      place.textContent = place.dataset["waiting"] ?? "";
    }, AFTER);
  });
  // The back button may show the page as it was left.
  addEventListener("pageshow", () => {
    place.textContent = "";
  });
}
