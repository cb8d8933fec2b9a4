// The button in the header that switches sounds on and off.

import { find } from "./dom.js";
import { choose, isChosen } from "./preferences.js";

const button = find("sound-button", HTMLButtonElement);

function draw() {
  button.setAttribute("aria-pressed", String(isChosen("sound")));
}

button.hidden = false;
button.addEventListener("click", () => {
  choose("sound", !isChosen("sound"));
  draw();
});
draw();
