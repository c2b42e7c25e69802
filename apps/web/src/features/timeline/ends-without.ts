import type { Task } from './schedule.ts';

/** A task in the order of the beginnings, with what it waited for. */
interface Node {
  task: Task;
  before: number[];
  /** Between what it waited for and its beginning. */
  lag: number;
  length: number;
  /** When it ends where each begins as soon after what it waits for as it did. */
  end: number;
  /** The longest way from its end to the last end. */
  rest: number;
}

/**
 * When all would have ended had one task taken no time, for each task and each of its parts: what depends on it
 * begins as much sooner as it ends. In n log n steps; to play all of it again for each task takes n².
 */
export function endsWithout(tasks: readonly Task[]): Map<string, number> {
  const ends = new Map<string, number>();
  const parts = new Map(tasks.map((task) => [task.key, endsWithout(task.parts)]));
  const nodes = inOrder(tasks);
  const around = endsAround(nodes);
  for (const [at, { task, length, end, rest }] of nodes.entries()) {
    const endWith = (other: number) => Math.max(0, around[at] ?? 0, end - length + other + rest);
    ends.set(task.key, endWith(0));
    const beside = lengthBeside(task);
    for (const [key, partEnd] of parts.get(task.key) ?? []) {
      ends.set(key, endWith(partEnd + beside));
    }
  }
  return ends;
}

function inOrder(tasks: readonly Task[]): Node[] {
  const sorted = tasks.toSorted((one, other) => one.started - other.started);
  const places = new Map(sorted.map(({ key }, at) => [key, at]));
  const nodes: Node[] = [];
  for (const [at, task] of sorted.entries()) {
    const before = task.after.flatMap((key) => places.get(key) ?? []).filter((each) => each < at);
    const lag = task.started - task.ready;
    const hasParts = task.parts.length > 0;
    const length = hasParts
      ? lastEnd(inOrder(task.parts)) + lengthBeside(task)
      : task.stopped - task.started;
    const bounds = before.map((each) => nodes[each]?.end ?? 0);
    const ready = task.after.length > 0 ? Math.max(0, ...bounds) : task.ready;
    nodes.push({ task, before, lag, length, end: ready + lag + length, rest: 0 });
  }
  for (const node of nodes.toReversed()) {
    for (const each of node.before) {
      const earlier = nodes[each];
      if (earlier) earlier.rest = Math.max(earlier.rest, node.lag + node.length + node.rest);
    }
  }
  return nodes;
}

/** Returns how long a task runs after the end of its last part. */
function lengthBeside({ parts, started, stopped }: Task): number {
  return stopped - started - Math.max(...parts.map((part) => part.stopped));
}

function lastEnd(nodes: readonly Node[]): number {
  return Math.max(0, ...nodes.map(({ end }) => end));
}

/** The end of the longest way that leads around each node. */
function endsAround(nodes: readonly Node[]): number[] {
  const around = crossings(nodes);
  let earlier = 0;
  for (const [at, { end }] of nodes.entries()) {
    around[at] = Math.max(around[at] ?? 0, earlier);
    earlier = Math.max(earlier, end);
  }
  let later = 0;
  for (const [at, { before, end, rest }] of [...nodes.entries()].reverse()) {
    around[at] = Math.max(around[at] ?? 0, later);
    if (before.length === 0) later = Math.max(later, end + rest);
  }
  return around;
}

/** Of the ways that leap over each node, the end of the longest: each node is filled once, the longest first. */
function crossings(nodes: readonly Node[]): number[] {
  const leaps = nodes.flatMap(({ before, lag, length, rest }, to) =>
    before.map((from) => ({ from, to, end: (nodes[from]?.end ?? 0) + lag + length + rest })),
  );
  const filled: number[] = nodes.map(() => 0);
  const next = [...nodes.keys(), nodes.length];
  const firstFree = (at: number): number => {
    let free = at;
    while (next[free] !== free) free = next[free] ?? nodes.length;
    for (let each = at; each !== free; ) {
      const following = next[each] ?? free;
      next[each] = free;
      each = following;
    }
    return free;
  };
  for (const { from, to, end } of leaps.toSorted((one, other) => other.end - one.end)) {
    for (let at = firstFree(from + 1); at < to; at = firstFree(at + 1)) {
      filled[at] = end;
      next[at] = at + 1;
    }
  }
  return filled;
}
