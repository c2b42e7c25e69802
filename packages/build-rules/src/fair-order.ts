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
  const claimed = { usual: new Map<number, number>(), low: new Map<number, number>() };
  for (const { machine, repoId, isLowPriority } of open) {
    if (machine === '') continue;
    const counts = isLowPriority ? claimed.low : claimed.usual;
    counts.set(repoId, (counts.get(repoId) ?? 0) + 1);
  }
  const countClaimed = (repoId: number, isLow: boolean) =>
    (isLow ? claimed.low : claimed.usual).get(repoId) ?? 0;
  // Stages that are not in the queue come last.
  return [
    ...takeTurns(open.filter(isQueued), countClaimed, lastServed),
    ...open.filter((stage) => !isQueued(stage)),
  ];
}

/**
 * Returns the order in which queued stages are assigned to runners.
 *
 * @param queued oldest first
 * @param countClaimed returns the number of claimed stages of a repository, of the usual or of low priority
 */
export function takeTurns<Stage extends Pick<QueuedStage, 'repoId' | 'isLowPriority'>>(
  queued: readonly Stage[],
  countClaimed: (repoId: number, isLowPriority: boolean) => number,
  lastServed: ReadonlyMap<number, number> = new Map(),
): Stage[] {
  const counts = { usual: new Map<number, number>(), low: new Map<number, number>() };
  const ranked = queued.map((stage, age) => {
    const { repoId, isLowPriority } = stage;
    const own = isLowPriority ? counts.low : counts.usual;
    const ahead = own.get(repoId) ?? countClaimed(repoId, isLowPriority);
    own.set(repoId, ahead + 1);
    return { stage, age, ahead, servedAt: lastServed.get(repoId) ?? 0 };
  });
  return ranked
    .sort(
      (a, b) =>
        Number(a.stage.isLowPriority) - Number(b.stage.isLowPriority) ||
        a.ahead - b.ahead ||
        a.servedAt - b.servedAt ||
        a.age - b.age,
    )
    .map(({ stage }) => stage);
}
