import type { Status } from '@millrace/contract/vocabulary';

/** What the queue needs to know of a stage that is not over. */
export interface QueuedStage {
  id: number;
  repoId: number;
  name: string;
  kind: string;
  type: string;
  os: string;
  arch: string;
  status: Status;
  /** Name of the runner that claimed it; empty for none. */
  machine: string;
  /** How many stages of this name the repository may run at once; 0 is no limit. */
  concurrency: number;
}

/** What a runner can carry out; an absent field takes any. */
export interface RunnerFilter {
  kind: string;
  type: string;
  os?: string | undefined;
  arch?: string | undefined;
}

/** The stage that a runner gets next: the oldest that fits it and is within its limit. */
export function nextInQueue<Stage extends QueuedStage>(
  open: readonly Stage[],
  filter: RunnerFilter,
): Stage | undefined {
  return open.find(
    (stage) =>
      stage.status === 'pending' &&
      stage.machine === '' &&
      stage.kind === filter.kind &&
      stage.type === filter.type &&
      (!filter.os || stage.os === filter.os) &&
      (!filter.arch || stage.arch === filter.arch) &&
      !isAtLimit(stage, open),
  );
}

/** Whether as many stages of this name are under way as its repository allows. */
function isAtLimit(stage: QueuedStage, open: readonly QueuedStage[]): boolean {
  if (stage.concurrency === 0) return false;
  const underWay = open.filter(
    (other) => other.repoId === stage.repoId && other.name === stage.name && other.machine !== '',
  );
  return underWay.length >= stage.concurrency;
}
