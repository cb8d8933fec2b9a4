// Tells the server what was won without a connection, so that it is in the album.

import { csrfToken } from "../csrf.js";
import { forgetOfflineWins, offlineWins } from "../remembered.js";

const body = new URLSearchParams({ games: offlineWins(), csrfmiddlewaretoken: csrfToken() });
const response = await fetch("/album/offline/", { method: "POST", body });
// What the server has no room for now it may take later.
if (response.ok || response.status === 400) forgetOfflineWins();
