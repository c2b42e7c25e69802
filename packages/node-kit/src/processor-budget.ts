import { readProcessorMs } from './thread-time.ts';

/** Wall time that a budget allows for each millisecond of processor time: what a thread gets on a very busy machine. */
const wallFactor = 20;
/** Minimum wall time of a budget. */
const minWallMs = 60_000;
/** Minimum pause between two measurements. Linux updates the time of a running thread every few milliseconds. */
const minPauseMs = 5;

/** Returns the wall time after which work ends that has used less processor time than it may, because it hangs. */
export function wallLimitMs(maxProcessorMs: number): number {
  return Math.max(minWallMs, maxProcessorMs * wallFactor);
}

/**
 * Limits the processor time of requests to worker threads. Wall time would end small requests on a busy machine. It
 * limits threads that hang, and replaces processor time on systems that do not report it, at a twentieth.
 */
export class ProcessorBudget {
  private readonly maxMs: number;
  private readonly maxWallMs: number;
  private processorMs = 0;
  private wallMs = 0;

  constructor(maxMs: number, maxWallMs = wallLimitMs(maxMs)) {
    this.maxMs = maxMs;
    this.maxWallMs = maxWallMs;
  }

  /** Processor time of the requests so far. */
  get usedMs(): number {
    return this.processorMs;
  }

  get isExhausted(): boolean {
    return this.processorMs >= this.maxMs || this.wallMs >= this.maxWallMs;
  }

  /**
   * Charges the time of a thread to this budget until the returned function is called. Calls `onExhausted` once if the
   * budget is used up before.
   *
   * @param threadId id from `readThreadId`, of a thread that works only on this request
   */
  watch(threadId: number, onExhausted: () => void): () => void {
    const startMs = performance.now();
    const startProcessorMs = readProcessorMs(threadId);
    const before = { processorMs: this.processorMs, wallMs: this.wallMs };
    const measure = () => {
      const elapsedMs = performance.now() - startMs;
      this.wallMs = before.wallMs + elapsedMs;
      const endMs =
        startProcessorMs === undefined ? elapsedMs / wallFactor : readProcessorMs(threadId);
      if (endMs === undefined) return;
      // Another thread may have the id of a thread that has ended.
      const usedMs = Math.min(Math.max(0, endMs - (startProcessorMs ?? 0)), elapsedMs);
      this.processorMs = before.processorMs + usedMs;
    };
    let timer: NodeJS.Timeout;
    const check = () => {
      measure();
      if (this.isExhausted) onExhausted();
      else wait();
    };
    const wait = () => {
      timer = setTimeout(check, Math.max(minPauseMs, this.findRemainingMs()));
    };
    wait();
    return () => {
      clearTimeout(timer);
      measure();
    };
  }

  /** Returns the time in which the budget cannot be used up: a thread uses less processor time than passes. */
  private findRemainingMs(): number {
    return Math.min(this.maxMs - this.processorMs, this.maxWallMs - this.wallMs);
  }
}
