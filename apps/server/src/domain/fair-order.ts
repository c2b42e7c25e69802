import { isQueued, type QueuedStage } from './queue.ts';

/**
 * Returns the order in which the queue is assigned to runners. Repositories take turns, so that a thousand
 * builds of one repository do not delay another. First are the stages of the repository with the fewest
 * claimed stages; then those of the repository that was served longest ago; then the oldest. Stages of low priority
 * follow all others, and do not count for these.
 *
 * @param open every unfinished stage, oldest first
 * @param lastServed a growing number that shows when a repository was served last; absent for never
 */
export function fairOrder<Stage extends QueuedStage>(
  open: readonly Stage[],
  lastServed: ReadonlyMap<number, number>,
): Stage[] {
  const ahead = { usual: new Map<number, number>(), low: new Map<number, number>() };
  const count = ({ repoId, isLowPriority }: Stage) => {
    const counts = isLowPriority ? ahead.low : ahead.usual;
    const before = counts.get(repoId) ?? 0;
    counts.set(repoId, before + 1);
    return before;
  };
  for (const stage of open) if (stage.machine !== '') count(stage);
  const places = open.map((stage, age) => ({
    stage,
    age,
    // Stages that are not in the queue come last.
    ahead: isQueued(stage) ? count(stage) : Number.POSITIVE_INFINITY,
    servedAt: lastServed.get(stage.repoId) ?? 0,
  }));
  return places
    .sort(
      (a, b) =>
        Number(a.stage.isLowPriority) - Number(b.stage.isLowPriority) ||
        compare(a.ahead, b.ahead) ||
        a.servedAt - b.servedAt ||
        a.age - b.age,
    )
    .map(({ stage }) => stage);
}

function compare(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
