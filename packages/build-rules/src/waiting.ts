import {
  fitsRunner,
  isQueued,
  type OwnerLimitOf,
  type QueuedStage,
  QueueLimits,
  type RunnerFilter,
} from './queue.ts';
import { isOfOwner, mayRun, type RunnerScope, type StageRights } from './runner-scope.ts';

/** A runner that recently requested work; one entry for each pipeline type that it accepts. */
export interface KnownRunner extends RunnerFilter {
  name: string;
  /** Id of its process; empty if it sends none. */
  process: string;
  /** True if it gets no new stages, because it is paused or draining. */
  isUnschedulable?: boolean;
  /** Limits of its own credential; undefined if it has none. */
  scope?: RunnerScope | undefined;
  running: number;
  capacity?: number | undefined;
  steps?: string | undefined;
  version?: string | undefined;
  /** Number of stages that it can start now. */
  freeSlots: number;
}

interface RunnerKind {
  type: string;
  os: string;
  arch: string;
  variant?: string;
  kernel?: string;
  labels: Record<string, string>;
}

export type Waiting =
  | { reason: 'approval' }
  | { reason: 'manual'; stages: string[] }
  | { reason: 'dependencies'; stages: string[] }
  | { reason: 'paused' }
  | { reason: 'runners_paused'; runners: string[] }
  | { reason: 'runners_protected'; runners: string[] }
  | { reason: 'limit' | 'throttle'; limit: number; holders: { build: number; stage: number }[] }
  | { reason: 'owner_limit'; owner: string; limit: number }
  | { reason: 'no_runner'; wanted: RunnerKind; runners: ({ name: string } & RunnerKind)[] }
  | {
      reason: 'busy';
      position: number;
      runners: { name: string; running: number; capacity?: number }[];
    };

export interface Queue<Stage extends QueuedStage = QueuedStage> {
  isPaused: boolean;
  /** Every unfinished stage, in the order in which the queue is assigned. */
  open: readonly Stage[];
  runners: readonly KnownRunner[];
  /** Needed if a runner has a scope. */
  rightsOf?: (stage: Stage) => StageRights;
  ownerLimitOf?: OwnerLimitOf | undefined;
}

const noRights: StageRights = { namespace: '', isProtected: false };

/** Runners that the same stages can use. */
interface RunnerGroup {
  runners: readonly KnownRunner[];
  freeSlots: number;
  /** Stages of this group counted so far. */
  own: number;
  /** Stages counted so far in all groups that share a runner with this one. */
  rivals: number;
}

/**
 * Explains why each stage in the queue is not running yet, in one pass over the queue. Yields once for each
 * unfinished stage, so that callers can pause; the reason is null if a runner is about to claim the stage,
 * and undefined if the stage is not in the queue.
 */
export function* explainQueue<Stage extends QueuedStage>({
  isPaused,
  open,
  runners,
  rightsOf = () => noRights,
  ownerLimitOf,
}: Queue<Stage>): Generator<[stageId: number, waiting: Waiting | null | undefined]> {
  const limits = new QueueLimits(open, ownerLimitOf);
  const groups = new RunnerGroups(runners, rightsOf);
  const explain = (stage: Stage): Waiting | null => {
    if (isPaused) return { reason: 'paused' };
    const group = groups.find(stage);
    if (!group) return explainUnfit(stage, rightsOf(stage), runners);
    const reached = limits.findReached(stage);
    // The stages that use it up may be of repositories that the reader may not see.
    if (reached?.of === 'owner') {
      return { reason: 'owner_limit', owner: stage.namespace, limit: reached.limit };
    }
    if (reached) {
      return {
        reason: reached.of === 'name' ? 'limit' : 'throttle',
        limit: reached.limit,
        holders: reached.holders.map(({ buildNumber, number }) => ({
          build: buildNumber,
          stage: number,
        })),
      };
    }
    if (group.runners.every(({ isUnschedulable }) => isUnschedulable)) {
      return { reason: 'runners_paused', runners: group.runners.map(({ name }) => name) };
    }
    const position = groups.countIn(group);
    if (position <= group.freeSlots) return null;
    return { reason: 'busy', position, runners: group.runners.map(loadOf) };
  };
  for (const stage of open) yield [stage.id, isQueued(stage) ? explain(stage) : undefined];
}

/** Explains why no runner may run a stage, with none but the runners that its owner may know. */
function explainUnfit(
  stage: QueuedStage,
  rights: StageRights,
  runners: readonly KnownRunner[],
): Waiting {
  const own = runners.filter(({ scope }) => isOfOwner(stage, rights, scope));
  const fitting = own.filter((runner) => fitsRunner(stage, runner));
  if (fitting.length > 0) {
    return { reason: 'runners_protected', runners: fitting.map(({ name }) => name) };
  }
  const others = own.map((runner) => ({ name: runner.name, ...kindOf(runner) }));
  return { reason: 'no_runner', wanted: kindOf(stage), runners: others };
}

/** Groups stages by the runners that fit them. There are few groups, however many stages wait. */
class RunnerGroups<Stage extends QueuedStage> {
  private readonly runners: readonly KnownRunner[];
  private readonly byKind = new Map<string, RunnerGroup | undefined>();
  private readonly byRunners = new Map<string, RunnerGroup>();
  /** Groups that share a runner with a group, itself included. */
  private readonly overlaps = new Map<RunnerGroup, RunnerGroup[]>();
  private readonly rightsOf: (stage: Stage) => StageRights;
  private readonly hasScopes: boolean;

  constructor(runners: readonly KnownRunner[], rightsOf: (stage: Stage) => StageRights) {
    this.runners = runners;
    this.rightsOf = rightsOf;
    this.hasScopes = runners.some(({ scope }) => scope !== undefined);
  }

  /** Returns undefined if no runner fits. */
  find(stage: Stage): RunnerGroup | undefined {
    const { kind, type, os, arch, variant, kernel, labels } = stage;
    const rights = this.rightsOf(stage);
    const facts = this.hasScopes ? [stage.repoId, rights.namespace, rights.isProtected] : [];
    const key = JSON.stringify([kind, type, os, arch, variant, kernel, labels, ...facts]);
    if (this.byKind.has(key)) return this.byKind.get(key);
    const fits = (runner: KnownRunner) =>
      fitsRunner(stage, runner) && mayRun(stage, rights, runner.scope);
    const fitting = new Map([...this.runners.entries()].filter(([, runner]) => fits(runner)));
    const group = fitting.size === 0 ? undefined : this.findGroup(fitting);
    this.byKind.set(key, group);
    return group;
  }

  /** Counts one more stage of the group, and returns its position among its rivals, from 1. */
  countIn(group: RunnerGroup): number {
    group.own++;
    for (const other of this.overlaps.get(group) ?? []) other.rivals++;
    return group.rivals;
  }

  private findGroup(fitting: ReadonlyMap<number, KnownRunner>): RunnerGroup {
    const key = [...fitting.keys()].join();
    const group = this.byRunners.get(key) ?? this.createGroup([...fitting.values()]);
    this.byRunners.set(key, group);
    return group;
  }

  private createGroup(runners: readonly KnownRunner[]): RunnerGroup {
    const own = new Set(runners);
    const freeSlots = runners.reduce((sum, runner) => sum + runner.freeSlots, 0);
    const group: RunnerGroup = { runners, freeSlots, own: 0, rivals: 0 };
    const others = [...this.overlaps.keys()].filter((other) =>
      other.runners.some((runner) => own.has(runner)),
    );
    group.rivals = others.reduce((sum, other) => sum + other.own, 0);
    for (const other of others) this.overlaps.get(other)?.push(group);
    this.overlaps.set(group, [...others, group]);
    return group;
  }
}

function loadOf({ name, running, capacity }: KnownRunner) {
  return { name, running, ...(capacity === undefined ? {} : { capacity }) };
}

function kindOf({ type, os = '', arch = '', variant, kernel, labels = {} }: RunnerFilter) {
  return {
    type,
    os,
    arch,
    ...(variant ? { variant } : {}),
    ...(kernel ? { kernel } : {}),
    labels,
  };
}
