import { describe, expect, it } from 'vitest';
import { endsWithout } from './ends-without.ts';
import type { Task } from './schedule.ts';

/** Reference implementation: replays all tasks, each moved by the end of its dependencies. */
function replay(tasks: readonly Task[], without: string, moved = 0): number {
  const ends = new Map<string, number>();
  for (const task of tasks.toSorted((one, other) => one.started - other.started)) {
    const bounds = task.after.map((key) => ends.get(key) ?? 0);
    const ready = bounds.length > 0 ? Math.max(...bounds) : task.ready + moved;
    const started = ready + task.started - task.ready;
    const by = started - task.started;
    const last = Math.max(...task.parts.map((part) => part.stopped));
    const end =
      task.parts.length > 0
        ? replay(task.parts, without, by) + task.stopped - last
        : task.stopped + by;
    ends.set(task.key, task.key === without ? started : end);
  }
  return Math.max(0, ...ends.values());
}

/** Returns a generator of pseudo-random integers below `below`, reproducible by seed. */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function someTasks(next: (below: number) => number, name: string, from: number, depth: number) {
  const tasks: Task[] = [];
  const count = 1 + next(8);
  for (let at = 0; at < count; at++) {
    const before = tasks.filter(() => next(3) === 0);
    const ready = Math.max(from, ...before.map((task) => task.stopped));
    const started = ready + next(4);
    const key = `${name}${at}`;
    const parts = depth > 0 && next(2) > 0 ? someTasks(next, `${key}/`, started, depth - 1) : [];
    const stopped = Math.max(started, ...parts.map((part) => part.stopped)) + next(9);
    const after = before.map((task) => task.key);
    tasks.push({ key, after, ready, started, stopped, parts });
  }
  return tasks;
}

describe('the end without a task', () => {
  it('equals the result of a simulation', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const tasks = someTasks(numbersFrom(seed), '', 1000, 1);
      for (const [key, end] of endsWithout(tasks)) {
        expect(end, `seed ${seed}, without ${key}`).toBe(replay(tasks, key));
      }
    }
  });

  it('is returned for every task and every part', () => {
    const tasks = someTasks(numbersFrom(7), '', 1000, 1);
    const keys = tasks.flatMap(({ key, parts }) => [...parts.map((part) => part.key), key]);
    expect([...endsWithout(tasks).keys()].sort()).toEqual(keys.sort());
  });

  it('reads each of thousands of tasks only a few times', () => {
    let reads = 0;
    const count = 4000;
    const tasks = Array.from({ length: count }, (_, at): Task => {
      const task = {
        key: `${at}`,
        after: at > 0 ? [`${at - 1}`] : [],
        ready: 1000 + at,
        started: 1000 + at,
        stopped: 1001 + at,
        parts: [],
      };
      return Object.defineProperty(task, 'stopped', { get: () => ++reads && 1001 + at });
    });
    expect(endsWithout(tasks).get('0')).toBe(1000 + count - 1);
    expect(reads).toBeLessThan(count * 10);
  });
});
