import type { BuildState, Stage } from '@millrace/build-rules';
import { isFinished } from '@millrace/contract/vocabulary';
import type { Measurements } from '../shared/measurements.ts';

/** Records which stages a change has started, and what it has finished. */
export function measureChange(
  before: BuildState,
  after: BuildState,
  measurements: Measurements,
): void {
  const earlier = new Map(before.stages.map((stage) => [stage.id, stage]));
  for (const stage of after.stages) {
    const { type, status, labels, started, stopped } = stage;
    const old = earlier.get(stage.id);
    if (old?.started === 0 && started > 0) {
      const seconds = Math.max(0, started - readySince(stage, after.stages));
      measurements.record('stageStarted', { type, labels, seconds });
    }
    if (old && !isFinished(old.status) && isFinished(status)) {
      measurements.record('stageFinished', { type, status, seconds: durationOf(started, stopped) });
    }
  }
  const { event, status, started, finished } = after.build;
  if (!isFinished(before.build.status) && isFinished(status)) {
    measurements.record('buildFinished', { event, status, seconds: durationOf(started, finished) });
  }
}

/** Returns the time at which the last dependency of a stage finished, or at which it was created. */
export function readySince({ created, dependsOn }: Stage, stages: readonly Stage[]): number {
  const ends = stages.filter(({ name }) => dependsOn.includes(name)).map(({ stopped }) => stopped);
  return Math.max(created, ...ends);
}

/** Work that was skipped or canceled before its start has taken no time. */
function durationOf(startedSec: number, stoppedSec: number): number {
  return startedSec > 0 ? Math.max(0, stoppedSec - startedSec) : 0;
}
