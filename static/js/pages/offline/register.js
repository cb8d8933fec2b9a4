// Starts the service worker once the page has loaded. Where that fails, the site works as without one.

const ADDRESS = "/service-worker.js"; // at the root, so that it serves every page

if ("serviceWorker" in navigator) {
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

function register() {
  navigator.serviceWorker.register(ADDRESS).catch(() => {});
}
