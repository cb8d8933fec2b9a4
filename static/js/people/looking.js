// Calls somebody who plays the computer while nobody is found, in the place of the words about the search.

import { find } from "../dom.js";
import { follow } from "../friend-joined.js";

follow(find("looking", HTMLElement).dataset.looking ?? "", true);
