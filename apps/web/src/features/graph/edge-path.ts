export interface Point {
  x: number;
  y: number;
}

interface Box extends Point {
  width: number;
  height: number;
}

/** A column that an edge crosses: the position of the edge at its centre, and the width of its nodes. */
interface Passed extends Point {
  width: number;
}

/** Returns an SVG path that is straight inside the crossed columns and curved between them. */
export function pathThrough(source: Box, passed: readonly Passed[], target: Box): string {
  const start = { x: source.x + source.width, y: source.y + source.height / 2 };
  const end = { x: target.x, y: target.y + target.height / 2 };
  let at = start;
  let path = `M${at.x},${at.y}`;
  for (const { x, y, width } of passed) {
    path += `${bend(at, { x: x - width / 2, y })}L${x + width / 2},${y}`;
    at = { x: x + width / 2, y };
  }
  return path + bend(at, end);
}

function bend(from: Point, to: Point): string {
  const middle = (from.x + to.x) / 2;
  return `C${middle},${from.y} ${middle},${to.y} ${to.x},${to.y}`;
}
