import type { Task } from './schedule.ts';

/** A task in the order of start times, with the indexes of its dependencies. */
interface Node {
  task: Task;
  dependencies: number[];
  /** Delay between the end of the last dependency and the start of the task. */
  lag: number;
  length: number;
  /** End of the task if every task starts by its lag after its dependencies. */
  end: number;
  /** Length of the longest path from the end of the task to the end of all tasks. */
  tail: number;
}

/**
 * Returns, for each task and each of its parts, when all tasks would have ended if that one had taken no
 * time: its dependents then start earlier by the time saved. Takes O(n log n); a simulation for each task
 * would take O(n²).
 */
export function endsWithout(tasks: readonly Task[]): Map<string, number> {
  const ends = new Map<string, number>();
  const parts = new Map(tasks.map((task) => [task.key, endsWithout(task.parts)]));
  const nodes = buildGraph(tasks);
  const avoiding = endsAvoiding(nodes);
  for (const [at, { task, length, end, tail }] of nodes.entries()) {
    const endWith = (other: number) => Math.max(0, avoiding[at] ?? 0, end - length + other + tail);
    ends.set(task.key, endWith(0));
    const trailing = trailingLength(task);
    for (const [key, partEnd] of parts.get(task.key) ?? []) {
      ends.set(key, endWith(partEnd + trailing));
    }
  }
  return ends;
}

function buildGraph(tasks: readonly Task[]): Node[] {
  const sorted = tasks.toSorted((one, other) => one.started - other.started);
  const places = new Map(sorted.map(({ key }, at) => [key, at]));
  const nodes: Node[] = [];
  for (const [at, task] of sorted.entries()) {
    const dependencies = task.after
      .flatMap((key) => places.get(key) ?? [])
      .filter((each) => each < at);
    const lag = task.started - task.ready;
    const hasParts = task.parts.length > 0;
    const length = hasParts
      ? lastEnd(buildGraph(task.parts)) + trailingLength(task)
      : task.stopped - task.started;
    const bounds = dependencies.map((each) => nodes[each]?.end ?? 0);
    const ready = task.after.length > 0 ? Math.max(0, ...bounds) : task.ready;
    nodes.push({ task, dependencies, lag, length, end: ready + lag + length, tail: 0 });
  }
  for (const node of nodes.toReversed()) {
    for (const each of node.dependencies) {
      const earlier = nodes[each];
      if (earlier) earlier.tail = Math.max(earlier.tail, node.lag + node.length + node.tail);
    }
  }
  return nodes;
}

/** Returns how long a task continues after its last part has ended. */
function trailingLength({ parts, started, stopped }: Task): number {
  return stopped - started - Math.max(...parts.map((part) => part.stopped));
}

function lastEnd(nodes: readonly Node[]): number {
  return Math.max(0, ...nodes.map(({ end }) => end));
}

/** Returns, for each node, the end of the longest path that does not contain it. */
function endsAvoiding(nodes: readonly Node[]): number[] {
  const avoiding = endsSkipping(nodes);
  let earlier = 0;
  for (const [at, { end }] of nodes.entries()) {
    avoiding[at] = Math.max(avoiding[at] ?? 0, earlier);
    earlier = Math.max(earlier, end);
  }
  let later = 0;
  for (const [at, { dependencies, end, tail }] of [...nodes.entries()].reverse()) {
    avoiding[at] = Math.max(avoiding[at] ?? 0, later);
    if (dependencies.length === 0) later = Math.max(later, end + tail);
  }
  return avoiding;
}

/**
 * Returns, for each node, the end of the longest path with an edge that skips it in the order. Processes the
 * edges by descending end, so each node is set only once.
 */
function endsSkipping(nodes: readonly Node[]): number[] {
  const edges = nodes.flatMap(({ dependencies, lag, length, tail }, to) =>
    dependencies.map((from) => ({ from, to, end: (nodes[from]?.end ?? 0) + lag + length + tail })),
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
  for (const { from, to, end } of edges.toSorted((one, other) => other.end - one.end)) {
    for (let at = firstFree(from + 1); at < to; at = firstFree(at + 1)) {
      filled[at] = end;
      next[at] = at + 1;
    }
  }
  return filled;
}
