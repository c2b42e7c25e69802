import { isQueued, type QueuedStage } from './queue.ts';

/**
 * The order in which the queue is handed out: repositories take turns, so that a thousand builds of one
 * do not keep another's waiting. First come those whose repository has the least under way; of these,
 * those of the repository that was served longest ago; of these, the oldest.
 *
 * @param open every stage that is not over, oldest first
 * @param lastTurns when a repository was served last, as a number that grows; absent for never
 */
export function fairOrder<Stage extends QueuedStage>(
  open: readonly Stage[],
  lastTurns: ReadonlyMap<number, number>,
): Stage[] {
  const ahead = new Map<number, number>();
  const count = (repoId: number) => {
    const before = ahead.get(repoId) ?? 0;
    ahead.set(repoId, before + 1);
    return before;
  };
  for (const stage of open) if (stage.machine !== '') count(stage.repoId);
  const places = open.map((stage, age) => ({
    stage,
    age,
    // Stages that are not in the queue come last.
    ahead: isQueued(stage) ? count(stage.repoId) : Number.POSITIVE_INFINITY,
    turn: lastTurns.get(stage.repoId) ?? 0,
  }));
  return places
    .sort((a, b) => compare(a.ahead, b.ahead) || a.turn - b.turn || a.age - b.age)
    .map(({ stage }) => stage);
}

function compare(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
