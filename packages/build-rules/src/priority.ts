/** Ranks in the queue; higher ones go first. Builds of bisections are in the background. */
export const priorities = { next: 2, high: 1, normal: 0, low: -1, background: -2 } as const;

interface Waiting {
  priority: number;
  status: string;
  machine: string;
  /** Unix seconds. */
  updated: number;
}

/**
 * Raises the priority of stages that have waited for a runner, by one for each `raiseSec`, so that none waits without end
 * behind more important ones.
 */
export function raiseWaiting<Stage extends Waiting>(
  open: readonly Stage[],
  nowSec: number,
  raiseSec: number,
): Stage[] {
  return open.map((stage) => {
    const { priority, status, machine, updated } = stage;
    if (status !== 'pending' || machine !== '' || priority >= priorities.next) return stage;
    const steps = Math.max(0, Math.floor((nowSec - updated) / raiseSec));
    const raised = Math.min(priority + steps, priorities.next);
    return raised === priority ? stage : { ...stage, priority: raised };
  });
}
