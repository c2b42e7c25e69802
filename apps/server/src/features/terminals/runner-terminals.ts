import { isOfFork } from '@millrace/build-host/builds/is-of-fork';
import type { Build, Step } from '@millrace/build-rules';
import { badRequest, notFound } from '@millrace/contract/api-errors';
import { type OpenTerminal, RunnerConflict, type TerminalOrders } from '@millrace/contract/runner';
import { terminalLimits } from '@millrace/contract/terminals';
import type { Clock } from '@millrace/node-kit/clock';
import type { BuildStore } from '../../builds/build-store.ts';
import type { StageStore } from '../../builds/stage-store.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Repo } from '../../domain/repo.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import type { Bus } from '../../shared/bus.ts';
import { waitForEvent } from '../../shared/wait-for-event.ts';
import type { EndKeptSteps } from './end-kept-steps.ts';
import { InputReceiver } from './input-receiver.ts';
import { findNextCheck, type KeptStep, type Terminal } from './kept-step.ts';
import { OutputStore } from './output-store.ts';
import { SettingsStore } from './settings-store.ts';
import { TerminalStore } from './terminal-store.ts';

interface Deps {
  db: Database;
  bus: Bus;
  clock: Clock;
  builds: BuildStore;
  stages: StageStore;
  repos: RepoStore;
  ending: EndKeptSteps;
  /** Seconds for which an environment is kept; 0 for never. */
  keptSec: number;
}

/** Seconds between two notes that the runner is still there. */
const seenSec = 5;
/** Maximum seconds between two checks while a call waits. */
const maxWatchSec = terminalLimits.lostSec / 3;
/** Bytes of output that an event brings to pages; it must fit into a notification of Postgres. */
const maxEventBytes = 4096;
const isOver = () => new RunnerConflict('The environment of the step must be removed');

/** Calls of runners about kept steps. The caller has checked that the step belongs to the runner. */
export class RunnerTerminals {
  private readonly deps: Deps;
  private readonly store: TerminalStore;

  constructor(deps: Deps) {
    this.deps = deps;
    this.store = new TerminalStore(deps.db);
  }

  /** Returns whether the failed steps of a build are kept. Those of forks never are: their authors may be strangers. */
  async keepsFailed(repo: Pick<Repo, 'id' | 'slug'>, sourceRepo: Build['sourceRepo']) {
    if (this.deps.keptSec === 0 || isOfFork(sourceRepo, repo.slug)) return false;
    return await new SettingsStore(this.deps.db).keepsFailed(repo.id);
  }

  /** Keeps a step that has failed or pauses. Returns the time until which. Throws an `AppError` if it is not kept. */
  async keep(step: Step, runner: string): Promise<{ until: number }> {
    const { builds, stages, repos, clock, keptSec } = this.deps;
    const stage = await stages.findById(step.stageId);
    const build = stage && (await builds.findById(stage.buildId));
    const repo = stage && (await repos.findById(stage.repoId));
    if (!build || !repo) throw notFound();
    if (!(await this.keepsFailed(repo, build.sourceRepo))) {
      throw badRequest('The repository keeps no failed steps of this build', 'wrong_state');
    }
    const created = clock.nowSec();
    const facts = { stepId: step.id, repoId: repo.id, buildId: build.id, runner };
    const until = created + keptSec;
    const isPause = step.status === 'pending';
    const times = { created, seen: created, until, ended: 0, endReason: '' } as const;
    const kept = await inTransaction(this.deps.db, async (trx) => {
      const store = new TerminalStore(trx);
      const known = await store.findByStep(step.id);
      const failsAfterPause = known?.isPause && known.ended > 0 && !isPause;
      if (known && !failsAfterPause) return known;
      requireRoom(await store.listPresent(), facts);
      if (known) {
        await store.reopen(known.id, times);
        return await store.findByStep(step.id);
      }
      return (
        (await store.keep({ ...facts, ...times, isPause })) ?? (await store.findByStep(step.id))
      );
    });
    if (!kept || kept.ended > 0) throw isOver();
    return { until: kept.until };
  }

  /**
   * Returns what the runner must change as soon as there is something; null if the wait ended before. Throws a
   * `RunnerConflict` when the environment must be removed.
   *
   * @param open terminals at the runner
   */
  async watch(
    step: Step,
    open: readonly OpenTerminal[],
    signal: AbortSignal,
  ): Promise<TerminalOrders | null> {
    const { bus, clock, ending } = this.deps;
    const { id: own, ended } = await this.requireSeen(step);
    if (ended > 0) throw isOver();
    const receiver = new InputReceiver(bus, own, open);
    try {
      while (!signal.aborted) {
        const looked = new AbortController();
        const ordered = waitForEvent(AbortSignal.any([signal, looked.signal]), (happened) => [
          receiver.listen(happened),
          bus.subscribe('terminalOrdered', ({ keptId }) => {
            if (keptId === own) happened();
          }),
          bus.subscribe('eventsMissed', happened),
        ]);
        try {
          const { inputs } = receiver;
          if (inputs.length > 0) return { open: [], close: [], inputs };
          const kept = await this.requireSeen(step);
          const terminals = await ending.check(kept);
          if (!terminals) throw isOver();
          const changes = findChanges(terminals, open);
          if (changes) return { ...changes, inputs };
          // The call of the embedded runner waits without an end.
          const nextSec = Math.min(findNextCheck(kept, terminals), clock.nowSec() + maxWatchSec);
          const pauseMs = Math.max(0, nextSec * 1000 - clock.nowMs());
          await Promise.race([ordered.promise, clock.wait(pauseMs + 100, looked.signal)]);
        } finally {
          looked.abort();
        }
      }
      return null;
    } finally {
      receiver.end();
    }
  }

  /** Stores output. Repeated bytes are ignored. Throws an `AppError` if the terminal has ended. */
  async addOutput(
    step: Step,
    terminalId: number,
    { position, data }: { position: number; data: string },
  ): Promise<void> {
    const { db, bus, clock, ending } = this.deps;
    const terminal = await this.requireTerminal(step, terminalId);
    if (terminal.outputBytes > position) return;
    const bytes = Buffer.from(data, 'base64');
    const timeMs = Math.max(0, clock.nowMs() - terminal.created * 1000);
    const isAdded = await inTransaction(db, (trx) =>
      new OutputStore(trx).append(terminalId, { position, timeMs, data: bytes }),
    );
    if (!isAdded) throw badRequest('The terminal has ended', 'wrong_state');
    const event = bytes.length > maxEventBytes ? {} : { output: { position, data } };
    bus.publish('terminalGrown', { terminalId, ...event });
    if (position + bytes.length < terminalLimits.recordedBytes) return;
    await ending.endTerminal(terminal, { reason: 'limit', nowSec: clock.nowSec() });
  }

  async endTerminal(
    step: Step,
    terminalId: number,
    { exit_code: exitCode, error }: { exit_code?: number | undefined; error?: string | undefined },
  ): Promise<void> {
    const { clock, ending } = this.deps;
    const terminal = await this.requireTerminal(step, terminalId);
    const reason = error === undefined ? 'exited' : 'failed';
    await ending.endTerminal(terminal, { reason, exitCode, error, nowSec: clock.nowSec() });
  }

  /** Ends a kept step whose environment the runner has removed. */
  async release(step: Step): Promise<void> {
    await this.deps.ending.endByRunner(await this.requireKept(step));
  }

  /** Returns the kept step, and notes that its runner is there. */
  private async requireSeen(step: Step): Promise<KeptStep> {
    const kept = await this.requireKept(step);
    const nowSec = this.deps.clock.nowSec();
    if (kept.ended > 0 || nowSec < kept.seen + seenSec) return kept;
    await this.store.setKeptSeen(kept.id, nowSec);
    return { ...kept, seen: nowSec };
  }

  private async requireKept({ id }: Step): Promise<KeptStep> {
    const kept = await this.store.findByStep(id);
    if (!kept) throw isOver();
    return kept;
  }

  private async requireTerminal(step: Step, terminalId: number) {
    const kept = await this.requireKept(step);
    const terminal = await this.store.findTerminal(terminalId);
    if (terminal?.keptId !== kept.id) throw notFound();
    return terminal;
  }
}

/** Returns the terminals that a runner must open and close; undefined if there are none. */
function findChanges(
  terminals: readonly Terminal[],
  open: readonly OpenTerminal[],
): Pick<TerminalOrders, 'open' | 'close'> | undefined {
  const wanted = terminals.filter(({ ended }) => ended === 0);
  const missing = wanted.filter(({ id }) => !open.some(({ terminal }) => terminal === id));
  const unwanted = open.filter(({ terminal }) => !wanted.some(({ id }) => id === terminal));
  if (missing.length + unwanted.length === 0) return undefined;
  return {
    open: missing.map(({ id, width, height }) => {
      return { terminal: id, size: { columns: width, rows: height } };
    }),
    close: unwanted.map(({ terminal }) => terminal),
  };
}

/** Throws an `AppError` if a runner or a repository has too many environments. */
function requireRoom(
  present: readonly KeptStep[],
  { repoId, runner }: Pick<KeptStep, 'repoId' | 'runner'>,
): void {
  const { keptPerRepo, keptPerRunner } = terminalLimits;
  if (present.filter((kept) => kept.repoId === repoId).length >= keptPerRepo) {
    throw badRequest(`The repository has ${keptPerRepo} kept steps already`, 'limit_reached');
  }
  if (present.filter((kept) => kept.runner === runner).length >= keptPerRunner) {
    throw badRequest(`The runner has ${keptPerRunner} kept steps already`, 'limit_reached');
  }
}
