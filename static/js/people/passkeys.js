// Passkeys: makes one, or signs in with one, in the browser's own dialog, and posts what it answers. The form's button
// is shown only where the browser has passkeys, which it has on https and on localhost; its room is kept till then.

import { findOptional, readJson } from "../dom.js";

// The form refuses a passkey by which nobody was verified.
const SELECTION = {
  residentKey: "required",
  requireResidentKey: true,
  userVerification: "required",
};

/** @param {HTMLFormElement} form @returns {Promise<Credential | null>} */
async function ask(form) {
  if (form.dataset.passkey === "create") {
    const options = readJson("passkey-options");
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({
      ...options,
      authenticatorSelection: SELECTION,
    });
    return navigator.credentials.create({ publicKey });
  }
  const response = await fetch(form.action, { headers: { Accept: "application/json" } });
  const options = await response.json();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options.request_options.publicKey,
  );
  return navigator.credentials.get({ publicKey });
}

/** @param {HTMLFormElement} form */
async function answer(form) {
  const failed = findOptional("passkey-failed", HTMLElement);
  failed?.toggleAttribute("hidden", true);
  try {
    const credential = await ask(form);
    const field = form.elements.namedItem("credential");
    if (!(field instanceof HTMLInputElement)) return;
    field.value = JSON.stringify(credential);
    form.submit();
  } catch {
    // Whoever closes the dialog, or has no passkey, is told so, and nothing else happens.
    failed?.toggleAttribute("hidden", false);
  }
}

if (globalThis.PublicKeyCredential && "parseCreationOptionsFromJSON" in PublicKeyCredential) {
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    if (!(form instanceof HTMLFormElement)) continue;
    form.dataset.ready = "";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void answer(form);
    });
  }
} else {
  findOptional("passkey-missing", HTMLElement)?.toggleAttribute("hidden", false);
}
