// What rooms bring to the page of a game. Their scripts, which run before the page is drawn first, add themselves here.

/** @type {((game: State) => void)[]} each draws its part of a state */
export const parts = [];

/** @type {((store: Store) => void)[]} each binds what people press to the page's state */
export const bindings = [];
