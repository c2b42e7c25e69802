import type { Build } from '@millrace/contract/api';

/** A stage with its steps. */
export interface StepGraph {
  name: string;
  dependsOn: readonly string[];
  parts: readonly { name: string; dependsOn: readonly string[] }[];
}

type FindSeconds = (stage: string, step: string) => number | undefined;

/** Known durations of steps: those of a build, or else the median of all successful ones. */
export class StepTimes {
  private readonly ofBuilds = new Map<number, Map<string, number>>();
  private readonly medians = new Map<string, number>();

  constructor(builds: readonly Build[]) {
    const all = new Map<string, number[]>();
    for (const build of builds) {
      const own = new Map<string, number>();
      this.ofBuilds.set(build.number, own);
      for (const { stage, step, seconds } of successfulSteps(build)) {
        const key = keyOf(stage, step);
        own.set(key, seconds);
        all.set(key, [...(all.get(key) ?? []), seconds]);
      }
    }
    for (const [key, seconds] of all) {
      const sorted = seconds.toSorted((one, other) => one - other);
      this.medians.set(key, sorted[Math.floor(sorted.length / 2)] ?? 0);
    }
  }

  find(build: Build, stage: string, step: string): number | undefined {
    const key = keyOf(stage, step);
    return this.ofBuilds.get(build.number)?.get(key) ?? this.medians.get(key);
  }
}

function successfulSteps({ stages = [] }: Build) {
  return stages.flatMap((stage) =>
    (stage.steps ?? [])
      .filter(({ status }) => status === 'success')
      .map(({ name, started = 0, stopped = 0 }) => {
        return { stage: stage.name, step: name, seconds: Math.max(0, stopped - started) };
      }),
  );
}

function keyOf(stage: string, step: string): string {
  return JSON.stringify([stage, step]);
}

/** Estimates how long a build takes if no stage waits for a runner: the length of its critical path. */
export function estimateSeconds(stages: readonly StepGraph[], find: FindSeconds): number {
  return findLength(stages, ({ name, parts }) =>
    findLength(parts, (step) => find(name, step.name) ?? 0),
  );
}

/** Returns the length of the longest path. Dependencies that do not exist are ignored. */
function findLength<Node extends { name: string; dependsOn: readonly string[] }>(
  nodes: readonly Node[],
  lengthOf: (node: Node) => number,
): number {
  const ends = new Map<string, number>();
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const endOf = (node: Node): number => {
    const known = ends.get(node.name);
    if (known !== undefined) return known;
    // Ends the recursion if a recorded build has a cycle.
    ends.set(node.name, 0);
    const before = node.dependsOn.flatMap((name) => byName.get(name) ?? []).map(endOf);
    const end = Math.max(0, ...before) + lengthOf(node);
    ends.set(node.name, end);
    return end;
  };
  return Math.max(0, ...nodes.map(endOf));
}
