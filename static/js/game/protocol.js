// The wire format as the browser speaks it; games/protocol/ describes it whole.

export const SENDER = Math.random().toString(36).slice(2, 10);
const HEARD = new Set(["state", "ok", "no", "pong", "presence", "reaction", "hint", "games"]);
let sent = 0;

export const CLOSE = { noSuchGame: 4001, tooFast: 4008, restarting: 4012 };

const message = (type, fields = {}) => ({ type, id: `${SENDER}-${++sent}`, ...fields });

export const move = (ply, cell) => message("move", { ply, cell });
export const resign = () => message("resign");
export const rematch = () => message("rematch");
export const claim = (result) => message("claim", { result });
export const undo = (ply) => message("undo", { ply });
export const decline = (ply) => message("decline", { ply });
export const hint = (ply) => message("hint", { ply });
export const react = (reaction) => message("react", { reaction });
export const sync = () => message("sync");
export const ping = (visible) => message("ping", { visible });

export const write = (message) => JSON.stringify(message);

export function read(frame) {
  const message = JSON.parse(frame);
  if (!HEARD.has(message.type)) throw new Error(`Unknown message: ${frame}`);
  return message;
}
