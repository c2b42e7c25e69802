import type { OutputLine } from '@millrace/contract/failure-lines';
import type { LogStore } from '../log-store.ts';
import type { LogScanner, ScanCaller } from '../scan/log-scanner.ts';
import { readBatches } from '../scan/read-batches.ts';
import type { ErrorExcerpt } from '../scan/scan-tasks.ts';

interface Deps {
  logs: LogStore;
  scanner: LogScanner;
}

/** Number of entries to search, from the end, because the error that fails a step is near the end. */
const searchedEntries = 2000;
const maxErrors = 200;
/** Processor time, without reading the log from the store. */
const processorMs = 5000;

/** Number of lines before and after the first error line. */
const around = 10;
const maxLineLength = 300;

/** Lists the error lines near the end of a step's log; without any, its last line. Empty for an empty log. */
export async function listStepErrors(
  { logs, scanner }: Deps,
  stepId: number,
  stopped: AbortSignal,
): Promise<OutputLine[]> {
  let errors: OutputLine[] = [];
  const caller = { place: 'causes of failures', gone: stopped };
  await scanner.scan(
    caller,
    processorMs,
    async (ask) => {
      for await (const batch of readBatches(logs, stepId, { last: searchedEntries })) {
        errors = await ask('listErrors', { batch, limit: maxErrors });
      }
    },
    'text',
  );
  return errors;
}

/** Reads the first error line near the end of a step's log, with the lines around it. */
export async function readErrorExcerpt(
  { logs, scanner }: Deps,
  stepId: number,
  caller: ScanCaller,
): Promise<ErrorExcerpt | undefined> {
  let excerpt: ErrorExcerpt | undefined;
  await scanner.scan(
    caller,
    processorMs,
    async (ask) => {
      for await (const batch of readBatches(logs, stepId, { last: searchedEntries })) {
        excerpt = await ask('readErrorExcerpt', { batch, around, maxLength: maxLineLength });
      }
    },
    'text',
  );
  return excerpt;
}
