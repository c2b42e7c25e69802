import type { Status } from '@millrace/contract/vocabulary';
import { hasSameLabels } from './runner-scope.ts';

/** Properties of an unfinished stage that the queue depends on. */
export interface QueuedStage {
  id: number;
  repoId: number;
  /** Owner of the repository. */
  namespace: string;
  buildNumber: number;
  number: number;
  name: string;
  kind: string;
  type: string;
  os: string;
  arch: string;
  variant: string;
  kernel: string;
  labels: Record<string, string>;
  status: Status;
  /** Name of the runner that claimed the stage; empty for none. */
  machine: string;
  /** Maximum number of running stages of this name in the repository; 0 is no limit. */
  concurrency: number;
  /** Maximum number of running stages of the repository; 0 is no limit. */
  throttle: number;
  /** Rank; stages of higher ones go first. */
  priority: number;
}

/** Stages that a runner accepts. Without platform fields it accepts all platforms. */
export interface RunnerFilter {
  kind: string;
  type: string;
  os?: string | undefined;
  arch?: string | undefined;
  variant?: string | undefined;
  kernel?: string | undefined;
  labels?: Record<string, string> | undefined;
}

/**
 * Lists the stages that a runner may claim, next one first: those that match its filter and are within their
 * limits.
 */
export function* listForRunner<Stage extends QueuedStage>(
  open: readonly Stage[],
  filter: RunnerFilter,
): Generator<Stage> {
  const limits = new QueueLimits(open);
  for (const stage of open) {
    if (isQueued(stage) && fitsRunner(stage, filter) && !limits.findReached(stage)) yield stage;
  }
}

/** Position of this server, from 0, among the servers that share a queue. */
export interface ServerPosition {
  index: number;
  count: number;
}

/**
 * Lists every `count`th stage of a priority before its others. Each server prefers different stages, so servers rarely
 * offer the same stage at the same time.
 *
 * @param stages in the order of their priority
 */
export function* ownFirst<Stage extends Pick<QueuedStage, 'priority'>>(
  stages: Iterable<Stage>,
  { index, count }: ServerPosition,
): Generator<Stage> {
  let others: Stage[] = [];
  let at = 0;
  let priority: number | undefined;
  for (const stage of stages) {
    if (stage.priority !== priority) {
      yield* others;
      others = [];
      at = 0;
      priority = stage.priority;
    }
    if (at++ % count === index) yield stage;
    else others.push(stage);
  }
  yield* others;
}

/** Returns whether the stage only waits for a runner. */
export function isQueued(stage: Pick<QueuedStage, 'status' | 'machine'>): boolean {
  return stage.status === 'pending' && stage.machine === '';
}

export function isClaimed({ machine }: Pick<QueuedStage, 'machine'>): boolean {
  return machine !== '';
}

type Wanted = Pick<QueuedStage, 'kind' | 'type' | 'os' | 'arch' | 'variant' | 'kernel' | 'labels'>;

export function fitsRunner(stage: Wanted, runner: RunnerFilter): boolean {
  return (
    stage.kind === runner.kind &&
    stage.type === runner.type &&
    fitsPlatform(stage, runner) &&
    hasSameLabels(stage.labels, runner.labels ?? {})
  );
}

function fitsPlatform(stage: Wanted, runner: RunnerFilter): boolean {
  if (!runner.os && !runner.arch && !runner.variant && !runner.kernel) return true;
  return (
    stage.os === runner.os &&
    stage.arch === runner.arch &&
    (!stage.variant || stage.variant === runner.variant) &&
    (!stage.kernel || stage.kernel === runner.kernel)
  );
}

/** A limit that a stage waits for, and the running stages that use it up. */
export interface ReachedLimit<Stage> {
  of: 'name' | 'repository' | 'owner';
  limit: number;
  holders: Stage[];
}

type Claimable = Pick<QueuedStage, 'repoId' | 'namespace' | 'name' | 'machine'>;

/** Returns the maximum number of running stages of an owner; 0 is no limit. */
export type OwnerLimitOf = (namespace: string) => number;

const noOwnerLimit: OwnerLimitOf = () => 0;

/** Finds the limits that stages have reached. Created once per queue, in linear time. */
export class QueueLimits<Stage extends Claimable> {
  private readonly ofRepo: ReadonlyMap<number, Stage[]>;
  private readonly ofName: ReadonlyMap<string, Stage[]>;
  private readonly ofOwner: ReadonlyMap<string, Stage[]>;
  private readonly ownerLimitOf: OwnerLimitOf;

  /** @param open every claimed stage, at least of the owners in question; others do not count */
  constructor(open: readonly Stage[], ownerLimitOf = noOwnerLimit) {
    const claimed = open.filter(isClaimed);
    this.ownerLimitOf = ownerLimitOf;
    this.ofOwner = Map.groupBy(claimed, (stage) => stage.namespace);
    this.ofRepo = Map.groupBy(claimed, (stage) => stage.repoId);
    this.ofName = Map.groupBy(claimed, nameKey);
  }

  /** Returns undefined if the stage is within its limits. */
  findReached(stage: QueuedStage): ReachedLimit<Stage> | undefined {
    const limits: [ReachedLimit<Stage>['of'], number, Stage[] | undefined][] = [
      ['name', stage.concurrency, this.ofName.get(nameKey(stage))],
      ['repository', stage.throttle, this.ofRepo.get(stage.repoId)],
      ['owner', this.ownerLimitOf(stage.namespace), this.ofOwner.get(stage.namespace)],
    ];
    for (const [of, limit, holders = []] of limits) {
      if (limit > 0 && holders.length >= limit) return { of, limit, holders };
    }
    return undefined;
  }
}

function nameKey({ repoId, name }: Claimable): string {
  return `${repoId} ${name}`;
}
