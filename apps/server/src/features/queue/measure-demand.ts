import type { Stage } from '@millrace/build-rules';
import type { QueueDemand, StageWaiting } from '@millrace/contract/api';
import { readySince } from '../../builds/measure-change.ts';

/** Reasons of stages that could run if there were a runner for them. */
const queuedReasons: ReadonlySet<string> = new Set([
  'paused',
  'runners_paused',
  'runners_protected',
  'limit',
  'throttle',
  'owner_limit',
  'no_runner',
  'busy',
]);

/** Counts the stages that need a runner, by what they require of it. `open` has all unfinished stages. */
export function measureDemand(
  open: readonly Stage[],
  waiting: ReadonlyMap<number, StageWaiting>,
  nowSec: number,
): QueueDemand[] {
  const siblings = Map.groupBy(open, ({ buildId }) => buildId);
  const queued = open.filter(({ id }) => queuedReasons.has(waiting.get(id)?.reason ?? ''));
  const groups = Map.groupBy(queued, ({ type, os, arch, labels }) =>
    JSON.stringify([type, os, arch, Object.entries(labels).sort()]),
  );
  return [...groups.values()].flatMap((stages) => {
    const [first] = stages;
    if (!first) return [];
    const { type, os, arch, labels } = first;
    const ready = stages.map((stage) => readySince(stage, siblings.get(stage.buildId) ?? []));
    const oldest = Math.max(0, nowSec - ready.reduce((a, b) => Math.min(a, b), nowSec));
    return [{ type, os, arch, labels, stages: stages.length, oldest }];
  });
}
