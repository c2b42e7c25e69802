import type { RunnerCaller } from '@millrace/build-host/runner-calls/runner-call';
import {
  type KnownRunner,
  lostRunnerSec,
  processOfRunner,
  type Stage,
} from '@millrace/build-rules';
import type { StageFilter } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import type { SeenRunner } from '../../cluster/seen-runner.ts';

/** Other runners, such as Drone's, pause for ten seconds between two requests. */
const restSec = 15;

/** Runners that recently requested stages: from this server, stored in memory, or from another server. */
export class RunnerRegistry {
  private readonly clock: Clock;
  private readonly seen = new Map<string, SeenRunner>();
  private readonly listRemote: () => SeenRunner[];

  constructor(clock: Clock, listRemote: () => SeenRunner[] = () => []) {
    this.clock = clock;
    this.listRemote = listRemote;
  }

  /** Lists runners that called this server. */
  listLocal(): SeenRunner[] {
    return [...this.seen.values()];
  }

  /**
   * Records that a runner requests a stage. Returns the runner, whose name may change, and a function to call
   * when the request is answered.
   */
  addRequest(
    caller: RunnerCaller,
    filter: StageFilter,
  ): { runner: { readonly name: string }; end: () => void } {
    const key = keyOf({ caller, filter });
    const name = filter.machine ?? this.findName(caller) ?? caller.address;
    const { runner, address } = caller;
    const entry = this.seen.get(key) ?? {
      caller: { runner, address },
      filter,
      name,
      openRequests: 0,
      lastRequestSec: 0,
    };
    entry.openRequests++;
    entry.lastRequestSec = this.clock.nowSec();
    this.seen.set(key, entry);
    const end = () => {
      entry.openRequests--;
      entry.lastRequestSec = this.clock.nowSec();
    };
    return { runner: entry, end };
  }

  /** Removes a process of a runner that has stopped. */
  remove(runner: string): void {
    for (const [key, { caller }] of this.seen) if (caller.runner === runner) this.seen.delete(key);
  }

  /** Sets the name of a runner whose requests do not contain it. */
  setName(caller: RunnerCaller, name: string): void {
    for (const entry of this.seen.values()) if (isSame(entry.caller, caller)) entry.name = name;
  }

  /**
   * Lists connected runners. A runner of one of the unfinished stages in `open` is connected, even if it
   * requests no more stages.
   */
  list(open: readonly Stage[]): KnownRunner[] {
    const claimed = open.filter((stage) => stage.machine !== '');
    const known: KnownRunner[] = [];
    const explained = new Set<Stage>();
    for (const entry of this.listSeen()) {
      const own = claimed.filter((stage) => isClaimOf(stage, entry));
      for (const stage of own) explained.add(stage);
      if (own.length === 0 && this.isExpired(entry)) this.seen.delete(keyOf(entry));
      else known.push(this.toKnown(entry, own.length));
    }
    return [...known, ...busyRunners(claimed.filter((stage) => !explained.has(stage)))];
  }

  /** Merges the requests of each runner: it may call several servers. */
  private listSeen(): SeenRunner[] {
    const all = new Map(this.seen);
    for (const remote of this.listRemote()) {
      const key = keyOf(remote);
      const local = all.get(key) ?? remote;
      all.set(key, {
        ...local,
        openRequests: remote.openRequests + (this.seen.get(key)?.openRequests ?? 0),
        lastRequestSec: Math.max(local.lastRequestSec, remote.lastRequestSec),
      });
    }
    return [...all.values()];
  }

  private toKnown(entry: SeenRunner, running: number): KnownRunner {
    const sinceRequestSec = this.clock.nowSec() - entry.lastRequestSec;
    const isRequesting = entry.openRequests > 0 || sinceRequestSec <= restSec;
    const { capacity = running + Math.max(1, entry.openRequests) } = entry.filter;
    const freeSlots = isRequesting ? Math.max(0, capacity - running) : 0;
    const { runner: process } = entry.caller;
    return { ...entry.filter, name: entry.name, process, running, freeSlots };
  }

  private isExpired(entry: SeenRunner): boolean {
    return entry.openRequests === 0 && this.clock.nowSec() - entry.lastRequestSec > lostRunnerSec;
  }

  private findName(caller: RunnerCaller): string | undefined {
    return [...this.seen.values()].find((entry) => isSame(entry.caller, caller))?.name;
  }
}

/** Lists runners that are only known by the stages they run. Their labels are those of the stage. */
function busyRunners(claimed: readonly Stage[]): KnownRunner[] {
  const byRunner = Map.groupBy(claimed, (stage) =>
    JSON.stringify([stage.runner, stage.machine, stage.type, stage.labels]),
  );
  return [...byRunner.values()].flatMap((stages) => {
    const [stage] = stages;
    if (!stage) return [];
    const { machine: name, runner: process, kind, type, os, arch, variant, kernel, labels } = stage;
    const known = { name, process, kind, type, os, arch, variant, kernel, labels };
    return [{ ...known, running: stages.length, freeSlots: 0 }];
  });
}

function keyOf({ caller, filter }: Pick<SeenRunner, 'caller' | 'filter'>): string {
  const { runner, address } = caller;
  return JSON.stringify([runner, processOfRunner(runner) ? '' : address, filter]);
}

function isSame(one: RunnerCaller, other: RunnerCaller): boolean {
  if (one.runner !== other.runner) return false;
  return processOfRunner(one.runner) !== '' || one.address === other.address;
}

function isClaimOf(stage: Stage, { caller, filter, name }: SeenRunner): boolean {
  if (stage.runner !== caller.runner) return false;
  if (processOfRunner(caller.runner) !== '') return true;
  return stage.machine === name && stage.type === filter.type;
}
