import type { Line, Stage, Step } from '@millrace/contract/api';
import {
  FileRefusal,
  type RunnerApi,
  RunnerConflict,
  type StepFile,
} from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { Logger } from '@millrace/node-kit/logger';
import { logRetry } from '../shared/log-retry.ts';
import { retry } from '../shared/retry.ts';
import { maxRetryMs } from '../shared/retry-limits.ts';
import type { StageControl } from './stage-control.ts';

/** Time in which the upload of a file is repeated. Afterwards the stage continues without it. */
const maxFileRetrySec = 4 * 60;

export interface ReporterOptions {
  api: RunnerApi;
  stage: Stage;
  control: StageControl;
  clock: Clock;
  logger: Logger;
  /** Aborts when the runner stops after its running stages. */
  draining: AbortSignal;
}

/**
 * Reports the progress of one stage to the server, and retries for a limited time while the server is unreachable
 * or fails. Once the stage is lost, reports have no effect.
 */
export class StageReporter {
  private readonly options: ReporterOptions;
  private stage: Stage;
  private readonly steps = new Map<number, Step>();
  private isStarted = false;

  constructor(options: ReporterOptions) {
    this.options = options;
    this.stage = options.stage;
  }

  get hasStarted(): boolean {
    return this.isStarted;
  }

  /** Returns the id of a step at the server; undefined if it is not known. */
  idOf(number: number): number | undefined {
    return this.steps.get(number)?.id || undefined;
  }

  /**
   * Sends the first report of the stage, which includes its steps. Returns the steps as the server has them: an earlier
   * runner may have run some.
   */
  async sendStart(
    start: Pick<Stage, 'started' | 'machine' | 'host'>,
    steps: Step[],
    warnings: readonly string[] = [],
  ): Promise<Step[]> {
    this.isStarted = true;
    for (const step of steps) this.steps.set(step.number, step);
    return this.sendStage({ status: 'running', ...start }, warnings);
  }

  async sendStage(change: Partial<Stage>, warnings: readonly string[] = []): Promise<Step[]> {
    this.stage = { ...this.stage, ...change, steps: [...this.steps.values()] };
    const answer = await this.call((api) =>
      api.updateStage({
        params: { stage: this.stage.id },
        body: { ...this.stage, ...(warnings.length > 0 ? { warnings: [...warnings] } : {}) },
      }),
    );
    if (!answer) return [];
    this.stage = { ...this.stage, version: answer.version, updated: answer.updated };
    for (const step of answer.steps ?? []) this.storeIds(step);
    return answer.steps ?? [];
  }

  /** Reports a step and returns its id; undefined once the stage is lost. */
  async sendStep(number: number, change: Partial<Step>): Promise<number | undefined> {
    const step = this.steps.get(number);
    if (!step) return undefined;
    const next = { ...step, ...change };
    this.steps.set(number, next);
    const answer = await this.call((api) =>
      api.updateStep({ params: { step: next.id }, body: next }),
    );
    if (answer) this.storeIds({ ...answer, number });
    return answer?.id;
  }

  async sendLines(stepId: number, lines: Line[]): Promise<void> {
    await this.call((api) => api.appendLogs({ params: { step: stepId }, body: lines }));
  }

  /** Reports why a cluster makes the stage wait. Servers that do not know the call show it in the log alone. */
  async sendWait(reason: string): Promise<void> {
    const { id } = this.stage;
    await this.callOptional((api) => api.reportWait({ params: { stage: id }, body: { reason } }));
  }

  /** Removes the lines that an earlier runner has sent. */
  async clearLines(stepId: number): Promise<void> {
    await this.call((api) => api.replaceLogs({ params: { step: stepId }, body: [] }));
  }

  /**
   * Uploads a file. Returns the reason if the server rejects it; undefined if the server accepts it, or if `stopped`
   * aborts.
   */
  async sendFile(
    stepId: number,
    { kind, path, isExecutable, days, ...file }: StepFile,
    stopped: AbortSignal,
  ): Promise<string | undefined> {
    const options = {
      ...(isExecutable ? ({ executable: 'true' } as const) : {}),
      ...(days ? { days: String(days) } : {}),
    };
    const { clock } = this.options;
    let readError: string | undefined;
    let failedSec: number | undefined;
    const read = async function* () {
      try {
        yield* file.read();
      } catch (error) {
        readError = errorMessage(error);
        throw error;
      }
    };
    return this.call(async (api) => {
      if (stopped.aborted) return undefined;
      try {
        const input = { params: { step: stepId }, query: { kind, path, ...options } };
        await api.sendFile({ ...input, file: { size: file.size, read } }, stopped);
      } catch (error) {
        if (error instanceof FileRefusal) return error.message;
        if (readError !== undefined) return readError;
        failedSec ??= clock.nowSec();
        // The server answers, but the store of the files does not.
        const isLate = clock.nowSec() - failedSec >= maxFileRetrySec;
        if (isLate && isAnswer(error)) return error.message;
        if (!stopped.aborted) throw error;
      }
      return undefined;
    });
  }

  /** Makes a call that the stage can do without. Returns the refusal of the server, if it refuses this call only. */
  async callOptional<T>(
    request: (api: RunnerApi) => Promise<T>,
  ): Promise<T | FileRefusal | undefined> {
    return this.call<T | FileRefusal>(async (api) => {
      try {
        return await request(api);
      } catch (error) {
        if (error instanceof FileRefusal) return error;
        throw error;
      }
    });
  }

  /** Makes a call with retries. Returns undefined once the stage is lost. */
  async call<T>(request: (api: RunnerApi) => Promise<T>): Promise<T | undefined> {
    const { api, control, clock, logger, draining } = this.options;
    if (control.lost.aborted) return undefined;
    try {
      return await retry(async () => await request(api), {
        clock,
        signal: control.lost,
        hurry: draining,
        maxMs: (error) => maxRetryMs(error, draining.aborted),
        isFinal: (error) => error instanceof RunnerConflict,
        onRetry: (error, delayMs) =>
          logRetry(logger, error, 'sending a report failed, retrying', {
            stageId: this.stage.id,
            delayMs,
          }),
      });
    } catch (error) {
      if (!control.lost.aborted && !(error instanceof RunnerConflict)) {
        logger.error(
          { stageId: this.stage.id, error: errorMessage(error) },
          'the server does not accept a report, the stage is given up',
        );
      }
      control.lose();
      return undefined;
    }
  }

  private storeIds(answer: Step): void {
    const step = this.steps.get(answer.number);
    if (step) this.steps.set(step.number, { ...step, id: answer.id, version: answer.version });
  }
}

/** Returns whether the server has answered a call with an error. In one process, the runner gets the error itself. */
function isAnswer(error: unknown): error is Error {
  return error instanceof Error && 'status' in error && !(error instanceof RunnerConflict);
}
