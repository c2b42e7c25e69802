import { EventEmitter } from 'node:events';
import type { BuildEvent, Status } from '@millrace/contract/vocabulary';

/** Facts about work of this process, by name. Times are in seconds. */
export interface Measured {
  query: { kind: string; seconds: number };
  /** Delivery of an event to all subscribers in this process. */
  event: { topic: string; seconds: number };
  job: { kind: string; result: 'finished' | 'retried' | 'failed'; seconds: number };
  logLines: { lines: number; bytes: number };
  /** `seconds` since the stage was ready to run. */
  stageStarted: { type: string; labels: Record<string, string>; seconds: number };
  stageFinished: { type: string; status: Status; seconds: number };
  buildFinished: { event: BuildEvent; status: Status; seconds: number };
}

/** Passes measured facts to the metrics. Other servers measure their own work. */
export class Measurements {
  private readonly emitter = new EventEmitter();

  record<Name extends keyof Measured>(name: Name, fact: Measured[Name]): void {
    this.emitter.emit(name, fact);
  }

  subscribe<Name extends keyof Measured>(name: Name, listener: (fact: Measured[Name]) => void) {
    this.emitter.on(name, listener);
  }
}
