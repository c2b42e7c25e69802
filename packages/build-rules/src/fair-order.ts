import { isQueued, type QueuedStage } from './queue.ts';

/** Stages of one repository and priority, which take turns with other lines. */
type Line = Pick<QueuedStage, 'repoId' | 'priority'>;

/**
 * Returns the order in which the queue is assigned to runners. Repositories take turns, so that a thousand
 * builds of one repository do not delay another. First are the stages of the highest priority; among them those of the repository with the fewest
 * claimed stages; then those of the repository that was served longest ago; then the
 * oldest. Stages of other priorities do not count.
 *
 * @param open every unfinished stage, oldest first
 * @param lastServed a growing number that shows when a repository was served last; absent for never
 */
export function fairOrder<Stage extends QueuedStage>(
  open: readonly Stage[],
  lastServed: ReadonlyMap<number, number>,
): Stage[] {
  const claimed = new Map<string, number>();
  for (const stage of open) {
    if (stage.machine === '') continue;
    const line = lineOf(stage);
    claimed.set(line, (claimed.get(line) ?? 0) + 1);
  }
  const countClaimed = (repoId: number, priority: number) =>
    claimed.get(lineOf({ repoId, priority })) ?? 0;
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
 * @param countClaimed returns the number of claimed stages of a repository with a priority
 */
export function takeTurns<Stage extends Line>(
  queued: readonly Stage[],
  countClaimed: (repoId: number, priority: number) => number,
  lastServed: ReadonlyMap<number, number> = new Map(),
): Stage[] {
  const counts = new Map<string, number>();
  const ranked = queued.map((stage, age) => {
    const { repoId, priority } = stage;
    const line = lineOf(stage);
    const ahead = counts.get(line) ?? countClaimed(repoId, priority);
    counts.set(line, ahead + 1);
    return { stage, age, ahead, servedAt: lastServed.get(repoId) ?? 0 };
  });
  return ranked
    .sort(
      (a, b) =>
        b.stage.priority - a.stage.priority ||
        a.ahead - b.ahead ||
        a.servedAt - b.servedAt ||
        a.age - b.age,
    )
    .map(({ stage }) => stage);
}

function lineOf({ repoId, priority }: Line): string {
  return `${priority} ${repoId}`;
}
