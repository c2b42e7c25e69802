import type { LogStore } from '../log-store.ts';
import type { ScanBlock } from './scan-block.ts';

/** Maximum text sent to a thread in one message, unless one block is larger. */
const maxBatchBytes = 1024 * 1024;

export interface ScanBatch {
  blocks: ScanBlock[];
  /** Whether the log ends with this batch. */
  isLast: boolean;
}

/**
 * Reads the stored part of a log in batches, and prefetches one batch. With positions, only blocks that
 * contain them are read; with `last`, only the blocks with the last entries.
 */
export async function* readBatches(
  logs: LogStore,
  stepId: number,
  part: { positions?: readonly number[] | undefined; last?: number } = {},
): AsyncGenerator<ScanBatch> {
  const batches = cutBatches(logs, stepId, part);
  const read = () => {
    const next = batches.next();
    // The error is thrown when the batch is awaited.
    next.catch(() => {});
    return next;
  };
  let next = read();
  for (let batch = await next; !batch.done; batch = await next) {
    next = read();
    yield batch.value;
  }
}

async function* cutBatches(
  logs: LogStore,
  stepId: number,
  { positions, last }: { positions?: readonly number[] | undefined; last?: number },
): AsyncGenerator<ScanBatch> {
  let batch: ScanBlock[] = [];
  let bytes = 0;
  const end = await logs.findEnd(stepId);
  for await (const part of logs.read(stepId, last ? Math.max(0, end - last) : 0, end)) {
    const { from, to } = part;
    const isRequested = positions?.some((pos) => pos >= from && pos < to) ?? true;
    const block = isRequested ? await part.readBlock() : undefined;
    if (!block) continue;
    if (bytes >= maxBatchBytes) {
      yield { blocks: batch, isLast: false };
      batch = [];
      bytes = 0;
    }
    // A copy, because a view would transfer its whole buffer to the thread.
    batch.push({ from, to, bytes: block.bytes, lines: new Uint8Array(block.lines) });
    bytes += block.bytes;
  }
  if (batch.length > 0) yield { blocks: batch, isLast: true };
}
