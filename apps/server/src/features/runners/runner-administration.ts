import type { KnownRunner } from '@millrace/build-rules';
import type { RunnerSummary } from '@millrace/contract/api';
import { conflict, missing } from '@millrace/contract/api-errors';
import type { RunnerState } from '@millrace/contract/vocabulary';
import type { Clock } from '@millrace/node-kit/clock';
import type { Bus } from '../../shared/bus.ts';
import type { RunnerStore } from './runner-store.ts';
import { describeRunner, summarizeRunners } from './runner-summaries.ts';

const daySec = 86_400;

interface Deps {
  store: RunnerStore;
  listConnected: () => Promise<KnownRunner[]>;
  bus: Bus;
  clock: Clock;
  /** Days after which a disconnected runner is forgotten, unless it is paused. */
  runnerDays: number;
}

/** Lists, pauses, drains and forgets runners, for system admins. */
export class RunnerAdministration {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async list(): Promise<RunnerSummary[]> {
    const { store, listConnected, clock } = this.deps;
    return summarizeRunners(await listConnected(), await store.list(), clock.nowSec());
  }

  /** @throws AppError (404) if the runner is unknown, (409) if it is drained while it is not connected */
  async setState(name: string, state: RunnerState): Promise<void> {
    const { store, bus, clock } = this.deps;
    const connected = await this.findProcesses(name);
    if (state === 'draining' && connected.length === 0) {
      throw conflict(
        `The runner ${name} is not connected, so it has no stages to finish`,
        'wrong_state',
      );
    }
    const processes = state === 'draining' ? connected : [];
    await store.setState(name, { state, processes, seen: clock.nowSec() });
    bus.publish('queueChanged', {});
  }

  /** @throws AppError (404) if the runner is unknown, (409) if it is connected */
  async forget(name: string): Promise<void> {
    const connected = await this.findProcesses(name);
    if (connected.length > 0)
      throw conflict(`The runner ${name} is connected. Stop it first.`, 'wrong_state');
    await this.deps.store.delete(name);
  }

  /** Stores the connected runners, so that they are still listed when they have disconnected. */
  async rememberConnected(): Promise<void> {
    const { store, listConnected, clock, runnerDays } = this.deps;
    const now = clock.nowSec();
    const connected = Map.groupBy(await listConnected(), ({ name }) => name);
    for (const [name, entries] of connected) {
      await store.setSeen(name, describeRunner(entries), now);
    }
    await store.deleteUnseen(now - runnerDays * daySec);
  }

  /** Returns the ids of the connected processes of a runner; none if it is only known from earlier. */
  private async findProcesses(name: string): Promise<string[]> {
    const { store, listConnected } = this.deps;
    const entries = (await listConnected()).filter((runner) => runner.name === name);
    const isKnown = entries.length > 0 || (await store.list()).some((each) => each.name === name);
    if (!isKnown) throw missing(`No runner is called ${name}`);
    return [...new Set(entries.map(({ process }) => process))];
  }
}
