import type { Line } from '@millrace/contract/api';
import type { FoundError, OutputLine } from '@millrace/contract/failure-lines';
import type { StoredLine } from '../../domain/stored-line.ts';
import { Port } from '../../port.ts';

/** Logs of steps. */
export interface LogsPort {
  /** Stores lines, and returns those that are new. */
  appendLog: (stepId: number, lines: readonly Line[]) => Promise<StoredLine[]>;
  replaceLog: (stepId: number, lines: readonly Line[]) => Promise<void>;
  /** Returns the position after the last line. */
  findLogEnd: (stepId: number) => Promise<number>;
  /** Returns some lines after `pos`; empty if there are none yet. */
  readLogAfter: (stepId: number, pos: number) => Promise<StoredLine[]>;
  /** Returns true if the log is complete. */
  isLogComplete: (stepId: number) => Promise<boolean>;
  /** Lists the lines of a step's log that explain why it failed. */
  listStepErrors: (stepId: number, stopped: AbortSignal) => Promise<FoundError[]>;
  /** Reads the line of a step's log that explains best why it failed, with the lines around it. */
  readErrorExcerpt: (
    stepId: number,
    caller: { callerKey: string; gone: AbortSignal },
  ) => Promise<(FoundError & { lines: OutputLine[] }) | undefined>;
}

export const logsPort = new Port<LogsPort>('logs');
