import type { Line } from '@millrace/contract/api';
import { lineStreamType, logLinesHeader } from '@millrace/contract/log-wire';
import { ApiError, readApiError } from '../../../api/api-error.ts';

interface LogRead {
  url: string;
  headers: Record<string, string>;
  /**
   * Called once, before `onLines`, with the number of lines of the log; null if the server does not report
   * it.
   */
  onCount: (count: number | null) => void;
  onLines: (lines: Line[]) => void;
}

const charsPerBatch = 1_000_000;

/** Reads a log: as a stream of lines if the server supports it, else as one JSON array. */
export async function readLog({ url, headers, onCount, onLines }: LogRead): Promise<void> {
  const response = await request(url, headers);
  if (!response.ok) {
    throw readApiError(response.status, await response.text(), response.statusText);
  }
  const count = response.headers.get(logLinesHeader);
  onCount(count === null ? null : Number(count));
  const isStream = response.headers.get('content-type')?.startsWith(lineStreamType) ?? false;
  if (!isStream || !response.body) {
    const text = await response.text();
    onLines((text ? (JSON.parse(text) as Line[] | null) : null) ?? []);
    return;
  }
  await readLines(response.body, onLines);
}

async function request(url: string, headers: Record<string, string>) {
  const accept = `${lineStreamType}, application/json;q=0.5`;
  try {
    return await fetch(url, { headers: { ...headers, accept }, credentials: 'include' });
  } catch {
    // The page replaces the empty message, because the worker has no translations.
    throw new ApiError(0, '');
  }
}

async function readLines(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onLines: (lines: Line[]) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  /** Chunks of an incomplete line. */
  let unfinished: string[] = [];
  let batch: Line[] = [];
  let chars = 0;
  const finishLine = (piece: string) => {
    unfinished.push(piece);
    const text = unfinished.join('');
    unfinished = [];
    if (text.trim()) batch.push(JSON.parse(text) as Line);
  };
  const flush = () => {
    if (batch.length > 0) onLines(batch);
    batch = [];
    chars = 0;
  };
  for (;;) {
    const { done, value = '' } = await reader.read();
    let start = 0;
    for (let end = value.indexOf('\n'); end >= 0; end = value.indexOf('\n', start)) {
      finishLine(value.slice(start, end));
      start = end + 1;
    }
    if (start < value.length) unfinished.push(value.slice(start));
    chars += value.length;
    if (chars >= charsPerBatch) flush();
    if (done) break;
  }
  finishLine('');
  flush();
}
