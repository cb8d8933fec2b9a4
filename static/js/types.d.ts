// The types that several scripts share, which the compiler alone reads. games/protocol/ says what the fields of messages
// mean.

type Mark = "X" | "O";
type Status = "waiting" | "called" | "playing" | "finished" | "closed";
type Presence = "here" | "away" | "reconnecting";
type Seat = { name: string; level: string | null; has_account: boolean }; // the level of the computer
type Result = { winner: Mark | null; reason: string; line: number[] };
type Series = { best_of: number; is_over: boolean }; // 0 games for one without an end
type Proposal = { by: Mark | null; is_declined: boolean; declined_to: Mark | null }; // a draw, or a move back
type Clock = {
  control: string; // such as "10s" or "3+2"
  total: number; // milliseconds that a side begins with, or has for each move
  left: Record<Mark, number>; // milliseconds
  running: Mark | null;
};
type Verdict = {
  value: "win" | "draw" | "loss" | "unknown";
  plies: number | null;
  brief: string; // such as "W2"
  words: string;
};
type Hint = { ply: number; words: string; best: number[]; verdicts: Record<string, Verdict> }; // by cell
type ClosedBoard = {
  board: number; // row by row
  mark: Mark | "";
  ply: number; // of the move that closed it, from 1
  line: number[]; // empty for a full board
  strike: string; // an svg path, through the line if nobody has won it
};
type End = {
  cells: number[]; // of the line, or those that shake hands after a draw
  mark: Mark;
  strike: string; // an svg path
  hands: string; // an svg transform
};

// How a game stands, the same for everyone.
type Facts = {
  id: string;
  variant: string; // width x height x run and its rules, such as "7x6x4+drop"
  version: number; // grows with every change of the game
  ply: number;
  cells: string; // "X", "O" or "." for each, row by row
  landing: (number | null)[] | null; // where a piece would land, by column; null where none falls
  playable: number[] | null; // null for all that are free
  closed: ClosedBoard[];
  target: number | null; // the small board of the next move
  turn: Mark;
  status: Status;
  outcome: Result | null;
  end: End | null;
  seats: Record<Mark, Seat | null>;
  score: Record<Mark | "draws", number>;
  series: Series;
  kind: string; // "" for an ordinary game
  part: any; // what the kind adds
  clock: Clock | null;
  hints: number;
  undo: Proposal | null; // null where moves cannot be taken back
  is_public: boolean;
  is_timed: boolean; // there is a clock, or no friend who comes back some day
  call: number | null; // milliseconds left to come to it
  awaited: Mark[]; // who have not come
  absent: Mark | null; // who ended it by not coming, not moving, or stopping
};
type LiveGame = Facts & { line: string };

// As one person sees it.
type State = Facts & {
  moves: number[];
  targets: (number | null)[]; // by ply, empty where no move leads to a small board
  start_ply: number; // how many moves were set up before the game
  next: string | null;
  next_by: Mark | null; // who asked for the next game, until it is over
  goes_on: boolean; // whether the next game began by itself, and is not over
  may_rematch: boolean;
  draw: Proposal | null; // null but between two people
  you: Mark[];
  words: string;
  where: string;
  result: "won" | "lost" | "drawn" | "over" | ""; // over for spectators
  rematch_by: string; // a name
  offer: { level: string; name: string } | null;
  play_on: "earlier" | "any" | "";
  may_undo: boolean;
  may_hint: boolean;
  claim_in: number | null; // seconds
};

type Link = { address: string; words: string };
type StateMessage = { type: "state"; answers?: string } & State; // the id of a move
type Refusal = {
  type: "no";
  id: string | null;
  code: string;
  message: string;
  state: State | null;
  link?: Link;
};
type PresenceMessage = {
  type: "presence";
  seats: Partial<Record<Mark, Presence>>;
  watchers: number;
};
type ReactionMessage = { type: "reaction"; mark: Mark; reaction: string; words?: string };
type GamesMessage = { type: "games"; shown: string[]; changed: LiveGame[]; words: string };
type ServerMessage =
  | StateMessage
  | Refusal
  | PresenceMessage
  | ReactionMessage
  | GamesMessage
  | { type: "ok" | "pong"; id: string; version: number }
  | ({ type: "hint"; id: string; version: number } & Hint);
type Content =
  | { type: "move"; ply: number; cell: number }
  | { type: "resign" | "rematch" | "sync" }
  | { type: "claim"; result: string }
  | { type: "say"; text: string }
  | { type: "ping"; visible: boolean }
  | { type: "undo" | "decline" | "draw" | "decline_draw" | "hint"; ply: number };
type ClientMessage = { id: string } & Content;

type PageState = import("./pages/game/state.js").PageState;
type Store = import("./pages/game/state.js").Store;
type Question = "offline" | "undo" | "draw" | "rematch"; // what may take the place of the sentence

type Transport = { send(message: ClientMessage): void; check(): void; close(): void }; // a socket or polling
type TransportHandlers = {
  onMessage: (transport: Transport, message: ServerMessage) => void;
  onClose: (transport: Transport, code: number) => void; // once; 0 if the network failed or the server fell silent
};
type SentRequest = {
  message: ClientMessage;
  wasSent: boolean; // at least once, so that it may have arrived
  refusals: number; // how often the server could not save it
  words: string; // what the server said of that last
  timer: number; // until it is given up
};
type ConnectionHandlers = {
  onMessage: (message: ServerMessage) => void;
  onOpen: () => void; // whenever messages get through again
  onLost: (code: number) => void; // the close code, maybe several times in a row
  onGone?: () => void; // the game does not exist any more
  onNotSaved?: () => void; // a request could not be saved, and will be sent again
  onUnanswered?: (request: SentRequest) => void; // a request is given up
};

type Marked = Mark | "";
type Position = {
  marks: Marked[];
  last: number | null;
  end?: End | null;
  pending?: number; // the cell of a move that is not confirmed yet
  walked?: number[]; // from 1, the places in a line that might have been played, by cell
  threats?: string[]; // the marks that would complete a line, by cell
  best?: number[]; // recommended cells
  targets?: (number | null)[]; // the cell that a press on each cell plays
  notes?: string[]; // what else is said of a cell
  empty?: string; // what is said of a cell without a mark
  closed?: ClosedBoard[];
  target?: number | null; // the small board of the next move
};
type BoardHandlers = {
  play: (pressed: HTMLButtonElement, cell: HTMLButtonElement) => void;
  refuse?: (number: number) => void; // for a press that plays no cell
  say?: (words: string, where: string) => void; // over the board, until it is called without any
  nameOf?: (cell: HTMLElement) => string; // what a cell is called there
};

// What games/study/reviews/moves.py writes of a move: among it the cells of better moves and of those that would have
// followed, what each does, and by each the small boards and the cells that could win next.
type ReviewStep = {
  label: string;
  sign: string;
  words: string;
  detail: string;
  marked: number[];
  betterWords: string;
  followWords: string;
  follow: number[];
  effects: string[];
  small: Pick<Facts, "closed" | "target">[];
  threatened: number[][];
  annotations: { paths: [string, string][]; names: [string, number, number][]; free: number[] }[];
  followEnd: End | null;
  followIsOver: boolean;
};
type ReviewData = {
  moves: number[];
  start: string; // what is said of the position at the start
  end: End | null;
  isOver: boolean;
  firstPage: string; // its address with this board, empty if it is not offered
  steps: ReviewStep[];
};

// What the server has of this browser.
type PushState = {
  key: string; // of the site, for push services
  token: string; // that a form has to have
  kinds: string[]; // of notifications that the person wishes, here or elsewhere
  endpoint: string | null; // "" where open pages show them, null where nothing does
  calls: ({ title: string; tag: string } & NotificationOptions)[]; // for open pages
};

// A board of the offline page, as the server gives it.
type Variant = {
  width: number;
  height: number;
  run: number;
  drop: boolean; // whether pieces fall to the lowest free cell of their column
  nested?: boolean; // whether small boards are the cells of a larger one
  shared?: boolean; // whether both sides make the same marks, on small boards side by side
  misere: boolean; // whether a line loses
};
type Outcome = {
  winner: Mark | null;
  reason: "line" | "full" | "dead"; // dead: no line is open to either side any more
  line: number[];
};
// How a board is drawn: its columns, those of a small board, the margin around one, and how far a stroke goes beyond the
// centres of a line.
type Shape = { width: number; run: number; margin: number; reach: number };
