import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Line, Stage, Step } from '@millrace/contract/api';
import type { Card } from '@millrace/contract/card';
import {
  type RunnerApi,
  RunnerConflict,
  type StageDetails,
  type StepFile,
} from '@millrace/contract/runner';
import { orAbort } from '../shared/or-abort.ts';

type ApiMethod = keyof RunnerApi;

/** In-memory fake of the server: hands out stages and records every report. */
export class FakeRunnerApi implements RunnerApi {
  /** Every accepted report in order, as `step build running`. */
  readonly reports: string[] = [];
  readonly lines = new Map<number, Line[]>();
  readonly cards = new Map<number, Card>();
  /** Contents of files, by kind and path. */
  readonly files = new Map<string, string>();
  private readonly queue: StageDetails[] = [];
  private readonly details = new Map<number, StageDetails>();
  private readonly stages = new Map<number, Stage>();
  private readonly steps = new Map<number, Step>();
  private readonly failures: { method: ApiMethod; error: Error }[] = [];
  private readonly conflicts = new Set<ApiMethod>();
  private readonly cancelled = new Set<number>();
  private changed = Promise.withResolvers<void>();
  private nextStepId = 1000;

  enqueue(details: StageDetails): void {
    this.details.set(details.stage.id, details);
    this.queue.push(details);
    this.notify();
  }

  cancel(buildId: number): void {
    this.cancelled.add(buildId);
    this.notify();
  }

  /** Makes the next call of `method` fail once. */
  failOnce(method: ApiMethod, error = new Error('the server is away')): void {
    this.failures.push({ method, error });
  }

  /** Rejects every call of `method` from now on. */
  refuse(method: ApiMethod): void {
    this.conflicts.add(method);
  }

  stage(stageId: number): Stage | undefined {
    return this.stages.get(stageId);
  }

  step(name: string): Step | undefined {
    return [...this.steps.values()].find((step) => step.name === name);
  }

  output(name: string): string {
    const lines = this.lines.get(this.step(name)?.id ?? 0) ?? [];
    return lines.map((line) => line.out).join('');
  }

  /** Resolves once `condition` is true; checked after every report. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await this.changed.promise;
  }

  async untilFinished(stageId = 700): Promise<Stage> {
    await this.until(() => ![undefined, 'pending', 'running'].includes(this.status(stageId)));
    const stage = this.stages.get(stageId);
    if (!stage) throw new Error('the stage is gone');
    return stage;
  }

  async requestStage(_filter: unknown, signal: AbortSignal): Promise<Stage | null> {
    this.check('requestStage');
    while (this.queue.length === 0) await orAbort(this.changed.promise, signal);
    return this.queue.shift()?.stage ?? null;
  }

  async acceptStage(stageId: number, machine: string): Promise<Stage> {
    this.check('acceptStage');
    return { ...this.getDetails(stageId).stage, machine, version: 2 };
  }

  async getStageDetails(stageId: number): Promise<StageDetails> {
    this.check('getStageDetails');
    return this.getDetails(stageId);
  }

  async updateStage(stage: Stage): Promise<Stage> {
    this.check('updateStage');
    const steps = (stage.steps ?? []).map((step) => ({
      ...step,
      id: step.id || this.nextStepId++,
    }));
    for (const step of steps) this.steps.set(step.id, step);
    const stored = { ...stage, steps, version: stage.version + 1 };
    this.stages.set(stage.id, stored);
    this.report(`stage ${stage.name} ${stage.status}`);
    return structuredClone(stored);
  }

  async updateStep(step: Step): Promise<Step> {
    this.check('updateStep');
    if (!this.steps.has(step.id)) throw new Error(`there is no step ${step.id}`);
    const stored = { ...step, version: step.version + 1 };
    this.steps.set(step.id, stored);
    this.report(`step ${step.name} ${step.status}`);
    return structuredClone(stored);
  }

  async watchBuild(buildId: number, signal: AbortSignal): Promise<boolean> {
    this.check('watchBuild');
    while (!this.cancelled.has(buildId)) await orAbort(this.changed.promise, signal);
    return true;
  }

  async appendLogs(stepId: number, lines: Line[]): Promise<void> {
    this.check('appendLogs');
    if (this.steps.get(stepId)?.status !== 'running') throw new Error('the step does not run');
    this.lines.set(stepId, [...(this.lines.get(stepId) ?? []), ...lines]);
    this.notify();
  }

  async createCard(stepId: number, card: Card): Promise<void> {
    this.check('createCard');
    if (this.steps.get(stepId)?.status !== 'running') throw new Error('the step does not run');
    this.cards.set(stepId, card);
    this.report(`card ${this.steps.get(stepId)?.name}`);
  }

  async sendFile(stepId: number, { kind, path, read }: StepFile, _signal: AbortSignal) {
    this.check('sendFile');
    if (this.steps.get(stepId)?.status !== 'running') throw new Error('the step does not run');
    this.files.set(`${kind} ${path}`, await text(Readable.from(read())));
    this.report(`file ${path}`);
  }

  private status(stageId: number): string | undefined {
    return this.stages.get(stageId)?.status;
  }

  private getDetails(stageId: number): StageDetails {
    const details = this.details.get(stageId);
    if (!details) throw new Error(`there is no stage ${stageId}`);
    return details;
  }

  private check(method: ApiMethod): void {
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
