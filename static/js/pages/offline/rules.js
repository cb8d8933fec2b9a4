// The rules of the boards, for a game on this device alone while there is no server to ask. Everywhere else the server
// decides. tests/engine/golden/games.json, which the engine writes, keeps both the same.

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
];
const FRAME = { width: 3, height: 3, run: 3, drop: false, misere: false }; // of nested boards
const CLASSIC_SIZE = 9; // cells; on boards no larger, a game without an open line is played to its end

/** @param {number} ply @returns {Mark} */
export const markOf = (ply) => (ply % 2 ? "O" : "X");

// For each cell the one that a press on it plays: where pieces fall, the lowest free one of its column.
/** @param {Variant} variant @param {number[]} moves the cells played so far */
export function targetsOf(variant, moves) {
  const { width, drop } = variant;
  const playable = outcomeOf(variant, moves) ? [] : playableOf(variant, moves);
  const lowest = new Map(playable.map((cell) => [drop ? cell % width : cell, cell]));
  return cellsOf(variant).map((cell) => lowest.get(drop ? cell % width : cell) ?? null);
}

/** @param {Variant} variant @param {number[]} moves */
function playableOf(variant, moves) {
  const taken = new Set(moves);
  const closed = new Set(closedBoards(variant, moves).map(({ board }) => board));
  const target = targetBoard(variant, moves);
  return cellsOf(variant).filter((cell) => {
    const board = boardOf(variant, cell);
    return !taken.has(cell) && !closed.has(board) && (target ?? board) === board;
  });
}

/** @param {Variant} variant */
const cellsOf = ({ width, height }) => Array.from({ length: width * height }, (_, cell) => cell);

/** @param {Variant} variant @param {number[]} moves */
export function targetBoard(variant, moves) {
  const { nested, width, run } = variant;
  const last = moves.at(-1);
  if (!nested || last === undefined) return null;
  const place = (Math.floor(last / width) % run) * run + (last % run);
  return closedBoards(variant, moves).some(({ board }) => board === place) ? null : place;
}

// In the order in which they were closed: by a line, or full.
/** @param {Variant} variant @param {number[]} moves @returns {ClosedBoard[]} */
export function closedBoards(variant, moves) {
  if (!isDivided(variant)) return [];
  const { width, height, run, shared } = variant;
  const marks = marksOf(variant, moves);
  const boards = Array.from({ length: (width * height) / run ** 2 }, (_, board) => {
    const made = moves.filter((cell) => boardOf(variant, cell) === board);
    const isHere = (/** @type {number[]} */ line) => line.every((cell) => made.includes(cell));
    const line = linesOf(variant).find((each) => isHere(each) && holder(each, marks)) ?? [];
    /** @type {Mark | ""} */
    const mark = shared ? "" : (holder(line, marks) ?? "");
    const isClosed = line.length > 0 || made.length === run ** 2;
    const ply = moves.indexOf(made.at(-1) ?? -1) + 1;
    return { board, mark, ply, line, strike: "", isClosed };
  });
  const closed = boards.filter(({ isClosed }) => isClosed);
  closed.sort((a, b) => a.ply - b.ply);
  return closed;
}

/** @param {Variant} variant */
export const isDivided = ({ nested, shared }) => Boolean(nested || shared);

// The number of its small board, row by row; 0 on a board without them.
/** @param {Variant} variant @param {number} cell */
function boardOf(variant, cell) {
  const { width, run } = variant;
  const [column, row] = [Math.floor((cell % width) / run), Math.floor(cell / width / run)];
  return isDivided(variant) ? row * (width / run) + column : 0;
}

/** @param {Variant} variant @param {number[]} moves @returns {Outcome | null} */
export function outcomeOf(variant, moves) {
  const [last, next] = [markOf(moves.length - 1), markOf(moves.length)];
  const line = endingLine(variant, moves);
  if (line) return { winner: variant.misere ? next : last, reason: "line", line };
  if (playableOf(variant, moves).length === 0) return { winner: null, reason: "full", line: [] };
  if (variant.width * variant.height > CLASSIC_SIZE && isDead(variant, moves)) {
    return { winner: null, reason: "dead", line: [] };
  }
  return null;
}

// Of nested boards the middles of those that were won; where marks are shared the first line, once all boards are
// closed.
/** @param {Variant} variant @param {number[]} moves */
function endingLine(variant, moves) {
  if (variant.shared && playableOf(variant, moves).length > 0) return undefined;
  const { lines, held } = goalOf(variant, moves);
  const line = lines.find((each) => holder(each, held));
  return variant.nested ? line?.map((board) => middleOf(variant, board)) : line;
}

// The lines of which one ends the game, and who holds each cell or small board of them; nobody holds a full one.
/** @param {Variant} variant @param {number[]} moves @returns {{ lines: number[][], held: Map<number, Mark | ""> }} */
function goalOf(variant, moves) {
  if (!variant.nested) return { lines: linesOf(variant), held: marksOf(variant, moves) };
  const closed = closedBoards(variant, moves);
  return { lines: linesOf(FRAME), held: new Map(closed.map(({ board, mark }) => [board, mark])) };
}

/** @template {Mark | ""} T @param {number[]} line @param {Map<number, T>} held */
function holder(line, held) {
  const first = held.get(line[0] ?? -1);
  return line.every((each) => held.get(each) === first) ? first : undefined;
}

/** @param {Variant} variant @param {number} board */
export function middleOf({ width, run }, board) {
  const [column, row] = [board % (width / run), Math.floor(board / (width / run))];
  return (row * width + column) * run + (width + 1) * Math.floor(run / 2);
}

// On its small board where there are such, whoever is to move.
/** @param {Variant} variant @param {number[]} moves @param {number} cell @param {Mark} mark */
export function completesLine(variant, moves, cell, mark) {
  const marks = marksOf(variant, moves).set(cell, mark);
  return linesOf(variant).some((line) => line.includes(cell) && holder(line, marks));
}

/** @param {Variant} variant @param {number[]} moves */
function isDead(variant, moves) {
  const { lines, held } = goalOf(variant, moves);
  const isClosedTo = (/** @type {Mark} */ mark, /** @type {number[]} */ line) =>
    line.some((each) => held.has(each) && held.get(each) !== mark);
  return lines.every((line) => isClosedTo("X", line) && isClosedTo("O", line));
}

/** @param {Variant} variant @param {number[]} moves @returns {Map<number, Mark>} */
const marksOf = ({ shared }, moves) =>
  new Map(moves.map((cell, ply) => [cell, shared ? "X" : markOf(ply)]));

/** @type {Map<string, number[][]>} the lines of the boards that were asked for */
const lines = new Map();

// In the order of the engine; none leaves its small board.
/** @param {Variant} variant */
function linesOf(variant) {
  const key = `${variant.width}x${variant.height}x${variant.run}${isDivided(variant)}`;
  const known = lines.get(key) ?? findLines(variant);
  lines.set(key, known);
  return known;
}

/** @param {Variant} variant */
function findLines(variant) {
  const { width, height, run } = variant;
  return cellsOf(variant).flatMap((cell) =>
    DIRECTIONS.flatMap(([right = 0, down = 0]) => {
      const column = (cell % width) + right * (run - 1);
      const row = Math.floor(cell / width) + down * (run - 1);
      const isInside = column >= 0 && column < width && row < height;
      if (!isInside || boardOf(variant, row * width + column) !== boardOf(variant, cell)) return [];
      return [Array.from({ length: run }, (_, number) => cell + (down * width + right) * number)];
    }),
  );
}
