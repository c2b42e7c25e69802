import type { FoundError } from '@millrace/contract/failure-lines';
import { truncateText } from '@millrace/node-kit/truncate-text';
import { LRUCache } from 'lru-cache';
import type { LogStore } from '../log-store.ts';
import type { LogScanner, ScanCaller } from '../scan/log-scanner.ts';
import { readBatches } from '../scan/read-batches.ts';
import type { ScanErrors } from '../scan/scan-tasks.ts';

interface Deps {
  logs: LogStore;
  scanner: LogScanner;
}

/** The first error of a log, and the lines around it. */
export interface ErrorExcerpt extends FoundError {
  lines: { line: number; text: string }[];
}

/** Number of entries to search, from the end, of a log that takes too long to search as a whole. */
const lastEntries = 2000;
const maxErrors = 200;
/** Processor time, without reading the log from the store. */
const processorMs = 5000;

/** Number of lines before and after the first error. */
const around = 10;
const maxLineLength = 300;
const cachedErrors = 5000;

/** Finds the errors in the logs of failed steps. Pages, commands and causes of failures have the same answer. */
export class ErrorReader {
  private readonly deps: Deps;
  /** First errors of the logs that were read last, by step and length of the log. */
  private readonly firstErrors = new LRUCache<
    string,
    { found: FoundError | undefined; isPlain: boolean }
  >({
    max: cachedErrors,
  });

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Forgets the logs that may have been replaced. */
  clear(): void {
    this.firstErrors.clear();
  }

  /** Lists the lines that explain why a step failed. Empty for an empty log. */
  async list(stepId: number, stopped: AbortSignal): Promise<FoundError[]> {
    const caller = { callerKey: 'causes of failures', gone: stopped };
    return (await this.find(stepId, caller, maxErrors)).errors;
  }

  /** Returns the line that explains best why a step failed; undefined for an empty log. */
  async findFirst(stepId: number, caller: ScanCaller): Promise<FoundError | undefined> {
    return (await this.readFirst(stepId, caller)).found;
  }

  /** Reads the first error with the lines around it. */
  async readExcerpt(stepId: number, caller: ScanCaller): Promise<ErrorExcerpt | undefined> {
    const { logs, scanner } = this.deps;
    const { found, isPlain } = await this.readFirst(stepId, caller);
    if (!found) return undefined;
    const from = Math.max(0, found.line - around);
    const positions = Array.from({ length: found.line + around + 1 - from }, (_, at) => from + at);
    const lines: ErrorExcerpt['lines'] = [];
    const read = async (ask: Parameters<Parameters<LogScanner['scan']>[2]>[0]) => {
      // Only a plain log has its lines at the positions of their numbers.
      for await (const batch of readBatches(logs, stepId, isPlain ? { positions } : {})) {
        const texts = await ask('readLines', { positions, batch, maxLength: maxLineLength });
        for (const { pos, text } of texts) lines.push({ line: pos, text });
      }
    };
    await scanner.scan(caller, processorMs, read, 'text');
    return { ...found, lines };
  }

  private async readFirst(stepId: number, caller: ScanCaller) {
    const key = `${stepId} ${await this.deps.logs.findEnd(stepId)}`;
    const known = this.firstErrors.get(key);
    if (known) return known;
    const { errors, isPlain } = await this.find(stepId, caller, 1);
    const [first] = errors;
    const found = first && { ...first, text: truncateText(first.text.trim(), maxLineLength) };
    const read = { found, isPlain };
    this.firstErrors.set(key, read);
    return read;
  }

  private async find(stepId: number, caller: ScanCaller, limit: number): Promise<ScanErrors> {
    const { logs, scanner } = this.deps;
    let found: ScanErrors = { errors: [], isPlain: true };
    for (const part of [{}, { last: lastEntries }]) {
      const stoppedBy = await scanner.scan(
        caller,
        processorMs,
        async (ask) => {
          for await (const batch of readBatches(logs, stepId, part)) {
            found = await ask('findErrors', { batch, limit });
          }
        },
        'text',
      );
      if (!stoppedBy) break;
    }
    return found;
  }
}
