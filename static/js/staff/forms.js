// Gives each form of the admin the present token as it is sent.

import { renewToken } from "../csrf.js";

document.addEventListener("formdata", ({ formData }) => renewToken(formData));
