import type { CallOf, RunnerCallHandlers } from '@millrace/build-host/runner-calls/runner-call';
import { badRequest, notFound } from '@millrace/contract/api-errors';
import type { RunnerCallResult, RunnerCallTable } from '@millrace/contract/runner';
import { findFilePathProblem } from '@millrace/contract/step-files';
import type { Contributed, StepCallName } from '../../contributions.ts';
import type { Bus } from '../../shared/bus.ts';
import type { DiskReserve } from '../../shared/disk-reserve.ts';
import type { LogsPort } from '../logs/port.ts';
import type { StageClaims } from './stage-claims.ts';
import type { StageContacts } from './stage-contacts.ts';

interface Deps {
  claims: StageClaims;
  logsPort: Pick<LogsPort, 'appendLog' | 'replaceLog'>;
  contributed: Pick<Contributed, 'stepCalls' | 'stepFiles'>;
  contacts: StageContacts;
  bus: Bus;
  /** Disk space that logs and files must leave free; null if they are not stored on this machine. */
  disk: DiskReserve | null;
}

/** Calls about the data of steps that the server cannot do without. */
export type StepDataCallName = 'appendLogs' | 'replaceLogs' | 'sendFile';

/** Calls of runners about logs and other data of steps. */
export class StepCalls implements Pick<RunnerCallHandlers, StepDataCallName> {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async appendLogs({ caller, params, body: lines }: CallOf<'appendLogs'>): Promise<void> {
    const { step: stepId } = params;
    const { claims, logsPort, bus, disk } = this.deps;
    await claims.requireStepWithLog(caller, stepId);
    await disk?.require();
    const added = await logsPort.appendLog(stepId, lines);
    // Published even without new lines: another server may have stored them and crashed before it published
    // the event.
    bus.publish('logGrown', { stepId, lines: added });
  }

  /** Replaces the whole log of a step. For a detached step, the call may arrive after the step has finished. */
  async replaceLogs({ caller, params, body: lines }: CallOf<'replaceLogs'>): Promise<void> {
    const { step: stepId } = params;
    const { claims, logsPort, bus, disk } = this.deps;
    await claims.requireStepWithLog(caller, stepId, { ofDetached: true });
    await disk?.require();
    await logsPort.replaceLog(stepId, lines);
    bus.publish('logRewritten', { stepId });
  }

  async sendFile({ caller, params, query, file, signal }: CallOf<'sendFile'>): Promise<void> {
    const { claims, contributed, contacts, disk } = this.deps;
    const { step: stepId } = params;
    const { kind, path, executable, days } = query;
    const step = await claims.requireRunningStep(caller, stepId);
    const problem = findFilePathProblem(path);
    if (problem) throw badRequest(`The path ${problem}`);
    const store = contributed.stepFiles.flatMap((files) => files[kind] ?? [])[0];
    if (!store) throw badRequest(`This server does not accept files of the kind ${kind}`);
    await disk?.require();
    const isExecutable = executable === 'true';
    const incoming = { path, size: file.size, content: file.read(), isExecutable };
    await store(step, { ...incoming, days: Number(days ?? 0) }, signal);
    contacts.record(step.stageId);
  }

  /** Handles a call that a feature has contributed. */
  async handleContributed<Name extends StepCallName>(
    name: Name,
    call: CallOf<Name>,
  ): Promise<RunnerCallResult<RunnerCallTable[Name]>> {
    const { claims, contributed, contacts, disk } = this.deps;
    const { caller, params } = call;
    const { step: stepId } = params as { step: number };
    for (const { whileRunning, afterEnd } of contributed.stepCalls) {
      const handle = whileRunning?.[name] ?? afterEnd?.[name];
      if (!handle) continue;
      const step = whileRunning?.[name]
        ? await claims.requireRunningStep(caller, stepId)
        : await claims.requireStep(caller, stepId);
      if (!('file' in call)) return handle(step, call);
      await disk?.require();
      const result = await handle(step, call);
      contacts.record(step.stageId);
      return result;
    }
    throw notFound();
  }
}
