// The lines of a board, in units of a cell: the same that games/drawing.py draws.

const GAP = 0.06; // by which the lines of a board end short of its edge
const REACH = 0.36; // beyond the centres of the cells that a winning line joins

const bend = (line) => (line % 2 ? 0.05 : -0.05);
const inner = (count) => Array.from({ length: count - 1 }, (_, line) => line + 1);

export function gridOf(width, height) {
  const down = (x) => `M${x} ${GAP}Q${x + bend(x)} ${height / 2} ${x} ${height - GAP}`;
  const across = (y) => `M${GAP} ${y}Q${width / 2} ${y - bend(y)} ${width - GAP} ${y}`;
  return [...inner(width).map(down), ...inner(height).map(across)];
}

export function strokeOf(line, width) {
  const [from, to] = [line[0], line.at(-1)].map((cell) => [cell % width, Math.floor(cell / width)]);
  const [right, down] = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
  return {
    x1: from[0] + 0.5 - right * REACH,
    y1: from[1] + 0.5 - down * REACH,
    x2: to[0] + 0.5 + right * REACH,
    y2: to[1] + 0.5 + down * REACH,
  };
}
