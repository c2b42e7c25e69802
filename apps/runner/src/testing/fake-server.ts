import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { Line, Stage, Step } from '@millrace/contract/api';
import type { Card } from '@millrace/contract/card';
import {
  completeCalls,
  createRunnerApi,
  linesMessage,
  type RunnerApi,
  type RunnerCallName,
  RunnerConflict,
  type StageDetails,
  type StepMessage,
  stageMessage,
  stepMessage,
} from '@millrace/contract/runner';
import { sampleStep } from '@millrace/contract/testing';
import { failureCauses } from '@millrace/contract/vocabulary';
import { orAbort } from '../shared/or-abort.ts';
import { toDetailsMessage } from './stage-fixtures.ts';

const never = new AbortController().signal;

interface FakeArtifact {
  path: string;
  content: string;
  /** Content that the server sends instead. */
  sent?: string;
  isExecutable?: boolean;
  linkTarget?: string;
}

/** In-memory fake of the server: assigns stages and records every report. */
export class FakeServer {
  /** Server API as called by the runner. */
  readonly api = createRunnerApi(async (name, input, signal) => {
    this.check(name);
    return await this.handlers[name](input, signal);
  });
  /** Accepted reports in order, for example `step build running`. */
  readonly reports: string[] = [];
  readonly lines = new Map<number, Line[]>();
  readonly cards = new Map<number, Card>();
  /** Contents of files, by kind and path. */
  readonly files = new Map<string, string>();
  /** Artifacts of other stages, by the name of the stage. */
  readonly artifacts = new Map<string, FakeArtifact[]>();
  /** Archives of caches, by key. */
  readonly caches = new Map<string, Buffer>();
  private readonly lookups: { key: string; found: string | undefined }[] = [];
  private readonly queue: StageDetails[] = [];
  private readonly details = new Map<number, StageDetails>();
  private readonly stages = new Map<number, Stage>();
  private readonly steps = new Map<number, Step>();
  private readonly failures: { method: RunnerCallName; error: Error }[] = [];
  private readonly conflicts = new Set<RunnerCallName>();
  private readonly cancelled = new Set<number>();
  private readonly finished = new Set<number>();
  private changed = Promise.withResolvers<void>();
  private nextStepId = 1000;

  private readonly handlers = completeCalls<RunnerApi>({
    requestStage: async (_, signal = never) => {
      while (this.queue.length === 0) await orAbort(this.changed.promise, signal);
      return this.queue.shift()?.stage ?? null;
    },
    acceptStage: async ({ params, query: { machine } }) => {
      return { ...this.getDetails(params.stage).stage, machine, version: 2 };
    },
    listClaims: async () =>
      [...this.stages.values()].filter(({ status }) => ['pending', 'running'].includes(status)),
    replaceLogs: async ({ params: { step }, body }) => {
      this.requireRunning(step);
      this.lines.set(step, linesMessage.parse(body));
    },
    getStageDetails: async ({ params }) => toDetailsMessage(this.getDetails(params.stage)),
    updateStage: async ({ params, body }) => this.storeStage(params.stage, body),
    updateStep: async ({ params, body }) => this.storeStep(params.step, body),
    watchBuild: async ({ params, query }, signal = never) => {
      const ended = query.until === 'finished' ? this.finished : this.cancelled;
      while (!ended.has(params.build)) await orAbort(this.changed.promise, signal);
      return true;
    },
    appendLogs: async ({ params: { step }, body }) => {
      this.requireRunning(step);
      this.lines.set(step, [...(this.lines.get(step) ?? []), ...linesMessage.parse(body)]);
      this.notify();
    },
    createCard: async ({ params, body }) => {
      const { name } = this.requireRunning(params.step);
      this.cards.set(params.step, body);
      this.report(`card ${name}`);
    },
    sendFile: async ({ params, query: { kind, path }, file }) => {
      this.requireRunning(params.step);
      this.files.set(`${kind} ${path}`, await text(Readable.from(file.read())));
      this.report(`file ${path}`);
    },
    setOutputs: async ({ params }) => {
      this.requireRunning(params.step);
    },
    listEarlierArtifacts: async ({ params, query: { stage } }) => {
      this.requireRunning(params.step);
      const all = [...this.artifacts.values()].flat();
      const artifacts = (this.artifacts.get(stage) ?? []).map((artifact) => ({
        id: all.indexOf(artifact),
        path: artifact.path,
        size: Buffer.byteLength(artifact.content),
        sha256: createHash('sha256').update(artifact.content).digest('hex'),
        isExecutable: artifact.isExecutable === true,
        linkTarget: artifact.linkTarget ?? null,
      }));
      return { artifacts, next: null };
    },
    loadEarlierArtifact: async ({ params }) => {
      const { content = '', sent = content } =
        [...this.artifacts.values()].flat()[params.artifact] ?? {};
      const bytes = Buffer.from(sent);
      return {
        size: bytes.length,
        async *read() {
          yield bytes;
        },
      };
    },
    findCache: async ({ params, body }) => {
      this.requireRunning(params.step);
      const { key, restoreKeys, missingFiles } = body;
      const keys = missingFiles.length > 0 ? [] : [...this.caches.keys()];
      const starts = restoreKeys.flatMap((start) => keys.filter((each) => each.startsWith(start)));
      const name = keys.includes(key) ? key : starts[0];
      const bytes = this.caches.get(name ?? '');
      const lookup = this.lookups.push({ key, found: name }) - 1;
      const reason = missingFiles.length > 0 ? 'missing_file' : 'no_entry';
      const sha256 = createHash('sha256')
        .update(bytes ?? '')
        .digest('hex');
      return {
        lookup,
        maxBytes: 10_000_000,
        reason: bytes ? null : reason,
        found:
          name !== undefined && bytes
            ? { key: name, scope: 'branch/main', size: bytes.length, sha256, isExact: name === key }
            : null,
      };
    },
    loadCache: async ({ params: { lookup } }) => {
      const bytes = this.caches.get(this.lookups[lookup]?.found ?? '');
      if (!bytes) throw new RunnerConflict('The lookup found no cache');
      return {
        size: bytes.length,
        async *read() {
          yield bytes;
        },
      };
    },
    discardCache: async ({ params: { lookup } }) => {
      const { found = '' } = this.lookups[lookup] ?? {};
      this.caches.delete(found);
      this.report(`cache ${found} discarded`);
    },
    saveCache: async ({ params: { lookup }, file }) => {
      const { key = '' } = this.lookups[lookup] ?? {};
      this.caches.set(key, await buffer(Readable.from(file.read())));
      this.report(`cache ${key}`);
    },
  });

  enqueue(details: StageDetails): void {
    this.details.set(details.stage.id, details);
    this.queue.push(details);
    this.notify();
  }

  /** Adds a stage that a runner has begun, with steps of these states. */
  begin(details: StageDetails, steps: readonly Partial<Step>[]): void {
    const { stage } = details;
    this.details.set(stage.id, details);
    const stored = steps.map((step, at) => sampleStep({ id: 0, number: at + 1, ...step }));
    this.storeStage(stage.id, { ...stage, status: 'running', machine: 'host', steps: stored });
  }

  /** Cancels a build. The second time, it finishes, whatever its stages do. */
  cancel(buildId: number): void {
    if (this.cancelled.has(buildId)) this.finished.add(buildId);
    this.cancelled.add(buildId);
    this.notify();
  }

  /** Makes the next call of `method` fail once. */
  failOnce(method: RunnerCallName, error = new Error('the server is unreachable')): void {
    this.failures.push({ method, error });
  }

  /** Rejects every call of `method` from now on. */
  refuse(method: RunnerCallName): void {
    this.conflicts.add(method);
  }

  stage(stageId: number): Stage | undefined {
    return this.stages.get(stageId);
  }

  /** Returns the step of this name, of the first stage or of this one. */
  step(name: string, stageId?: number): Step | undefined {
    return [...this.steps.values()].find(
      (step) => step.name === name && (stageId ?? step.step_id) === step.step_id,
    );
  }

  output(name: string): string {
    return this.outputOf(this.step(name));
  }

  /** Returns the output of a step; empty for none. */
  outputOf(step: Step | undefined): string {
    const lines = this.lines.get(step?.id ?? 0) ?? [];
    return lines.map((line) => line.out).join('');
  }

  /** Resolves once `condition` is true. It is evaluated after every report. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await this.changed.promise;
  }

  async untilFinished(stageId = 700): Promise<Stage> {
    await this.until(() => ![undefined, 'pending', 'running'].includes(this.status(stageId)));
    const stage = this.stages.get(stageId);
    if (!stage) throw new Error('the stage does not exist');
    return stage;
  }

  /** Creates the steps with the first report of a stage. Steps are identified by their number. */
  private storeStage(id: number, body: unknown): Stage {
    const { steps: reported = [], ...report } = stageMessage.parse(body);
    const known = this.stages.get(id) ?? this.getDetails(id).stage;
    if (known.status === 'running' && report.status === 'running') {
      const steps = [...this.steps.values()].filter(({ step_id }) => step_id === id);
      return structuredClone({ ...known, steps });
    }
    const steps = reported.map((step) => {
      const stored = known.steps?.find(({ number }) => number === step.number);
      return toStep(stored?.id ?? this.nextStepId++, id, step);
    });
    for (const step of steps) this.steps.set(step.id, step);
    const { exit_code = 0, started = 0, stopped = 0, version = 0, failure_cause, ...rest } = report;
    const cause = failureCauses.find((each) => each === failure_cause);
    const stage = {
      ...known,
      ...rest,
      exit_code,
      started,
      stopped,
      steps,
      version: version + 1,
      ...(cause ? { failure_cause: cause } : {}),
    };
    this.stages.set(id, stage);
    this.report(`stage ${stage.name} ${stage.status}`);
    return structuredClone(stage);
  }

  private storeStep(id: number, body: unknown): Step {
    const known = this.steps.get(id);
    if (!known) throw new Error(`there is no step ${id}`);
    const report = stepMessage.parse(body);
    const step = toStep(id, known.step_id, { ...report, version: (report.version ?? 0) + 1 });
    this.steps.set(id, step);
    this.report(`step ${step.name} ${step.status}`);
    return structuredClone(step);
  }

  private requireRunning(stepId: number): Step {
    const step = this.steps.get(stepId);
    if (step?.status !== 'running') throw new Error('the step is not running');
    return step;
  }

  private status(stageId: number): string | undefined {
    return this.stages.get(stageId)?.status;
  }

  private getDetails(stageId: number): StageDetails {
    const details = this.details.get(stageId);
    if (!details) throw new Error(`there is no stage ${stageId}`);
    return details;
  }

  private check(method: RunnerCallName): void {
    if (this.conflicts.has(method)) {
      this.notify();
      throw new RunnerConflict();
    }
    const index = this.failures.findIndex((failure) => failure.method === method);
    const [failure] = index < 0 ? [] : this.failures.splice(index, 1);
    if (failure) throw failure.error;
  }

  private report(text: string): void {
    this.reports.push(text);
    this.notify();
  }

  private notify(): void {
    this.changed.resolve();
    this.changed = Promise.withResolvers();
  }
}

function toStep(
  id: number,
  stageId: number,
  { exit_code = 0, version = 0, ...rest }: StepMessage,
): Step {
  return { id, step_id: stageId, ...rest, exit_code, version };
}
