import {
  formLines,
  type KnownRunner,
  type OpenStage,
  Turns,
  takeTurns,
} from '@millrace/build-rules';
import type { DrawRun } from './draw-runs.ts';

export interface SimulatedStage {
  stage: OpenStage;
  /** Positions of the runners that accept the stage. */
  fitting: readonly number[];
}

export interface SimulatedTimes {
  stage: OpenStage;
  /** Seconds from now. */
  start: number;
  end: number;
}

interface Running {
  stage: OpenStage;
  start: number;
  end: number;
  hasFailed: boolean;
  /** Runner whose slot it uses; undefined if the runner is no longer known. */
  slot: string | undefined;
}

/**
 * Simulates the queue until no stage can start, with one drawn duration for each stage. Yields the times of stages in
 * the order in which they end. Stages that wait for a person or have no runner never end.
 *
 * @param stages oldest first
 */
export function* simulateQueue(
  stages: readonly SimulatedStage[],
  runners: readonly KnownRunner[],
  drawRun: DrawRun,
): Generator<SimulatedTimes> {
  const slots = new Slots(runners);
  const limits = new Limits();
  const running: Running[] = [];
  const turns = new Turns();
  let ready: SimulatedStage[] = [];
  let waiting: OpenStage[] = [];
  const byId = new Map(stages.map((each) => [each.stage.id, each]));
  const failedBuilds = new Set<number>();
  /** Names of unfinished stages, by build. */
  const unfinished = new Map<number, string[]>();
  for (const { stage } of stages) {
    unfinished.set(stage.buildId, [...(unfinished.get(stage.buildId) ?? []), stage.name]);
  }

  const begin = (stage: OpenStage, start: number, slot: string | undefined) => {
    const { seconds, hasFailed } = drawRun(stage);
    limits.add(stage, 1);
    running.push({ stage, start, end: start + seconds, hasFailed, slot });
  };
  for (const each of stages) {
    const { stage } = each;
    if (stage.machine !== '') begin(stage, 0, slots.keyOf(stage));
    else if (stage.status === 'pending') ready.push(each);
    else if (stage.status === 'waiting_on_dependencies') waiting.push(stage);
  }

  const assign = (now: number) => {
    if (slots.free === 0) return;
    // The order depends on the stages that run now.
    const lines = formLines(
      ready.map(({ stage }) => stage),
      running.map(({ stage }) => stage),
    );
    const readyStages = new Map(ready.map((each) => [each.stage, each]));
    for (const stage of takeTurns(lines, turns)) {
      if (slots.free === 0) break;
      const next = readyStages.get(stage);
      const slot = next && !limits.isReached(stage) ? slots.take(next.fitting) : undefined;
      if (slot === undefined) continue;
      readyStages.delete(stage);
      turns.serve(stage);
      begin(stage, now, slot);
    }
    ready = [...readyStages.values()];
  };
  const finish = (stage: OpenStage) => {
    const names = unfinished.get(stage.buildId) ?? [];
    names.splice(names.indexOf(stage.name), 1);
  };

  for (let now = 0; ; ) {
    assign(now);
    const next = running.reduce<Running | undefined>(
      (first, each) => (first && first.end <= each.end ? first : each),
      undefined,
    );
    if (!next) return;
    now = next.end;
    running.splice(running.indexOf(next), 1);
    limits.add(next.stage, -1);
    slots.release(next.slot);
    finish(next.stage);
    if (next.hasFailed) failedBuilds.add(next.stage.buildId);
    yield next;
    // A skipped stage can release others, so this repeats until nothing changes.
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (const stage of waiting) {
        if (stage.buildId !== next.stage.buildId) continue;
        const hasFailed = failedBuilds.has(stage.buildId);
        const isSkippedNow = hasFailed && !stage.onFailure;
        const names = unfinished.get(stage.buildId) ?? [];
        if (!isSkippedNow && stage.dependsOn.some((name) => names.includes(name))) continue;
        waiting = waiting.filter((each) => each !== stage);
        isChanged = true;
        const released = byId.get(stage.id);
        if (!isSkippedNow && (hasFailed || stage.onSuccess) && released) {
          ready.push(released);
          ready.sort((one, other) => one.stage.id - other.stage.id);
          continue;
        }
        finish(stage);
        yield { stage, start: now, end: now };
      }
    }
  }
}

/** Free slots of runners. Entries of one process share its slots. */
class Slots {
  free = 0;
  private readonly keys: string[];
  private readonly counts = new Map<string, number>();

  constructor(runners: readonly KnownRunner[]) {
    this.keys = runners.map(keyOfRunner);
    for (const [at, key] of this.keys.entries()) {
      const count = Math.max(0, runners[at]?.freeSlots ?? 0);
      this.counts.set(key, Math.max(count, this.counts.get(key) ?? 0));
    }
    for (const count of this.counts.values()) this.free += count;
  }

  keyOf({ runner, machine }: OpenStage): string | undefined {
    return [runner, machine].find((key) => key !== '' && this.counts.has(key));
  }

  /** Takes a slot of one of these runners; undefined if none is free. */
  take(fitting: readonly number[]): string | undefined {
    for (const at of fitting) {
      const key = this.keys[at] ?? '';
      const count = this.counts.get(key) ?? 0;
      if (count === 0) continue;
      this.counts.set(key, count - 1);
      this.free -= 1;
      return key;
    }
    return undefined;
  }

  release(key: string | undefined): void {
    if (key === undefined) return;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    this.free += 1;
  }
}

const keyOfRunner = ({ process, name }: KnownRunner) => process || name;

/** Running stages of each repository and of each name in it. */
class Limits {
  private readonly counts = new Map<string, number>();

  add(stage: OpenStage, by: 1 | -1): void {
    for (const key of keysOf(stage)) this.counts.set(key, (this.counts.get(key) ?? 0) + by);
  }

  isReached(stage: OpenStage): boolean {
    const [ofRepo, ofName] = keysOf(stage).map((key) => this.counts.get(key) ?? 0);
    const { throttle, concurrency } = stage;
    return (
      (throttle > 0 && (ofRepo ?? 0) >= throttle) ||
      (concurrency > 0 && (ofName ?? 0) >= concurrency)
    );
  }
}

const keysOf = ({ repoId, name }: OpenStage) => [`${repoId}`, `${repoId} ${name}`];
