import type { Line } from '@millrace/contract/api';
import { ApiError, errorText } from '../../../api/api-error.ts';
import { openEventStream } from '../../../api/event-stream.ts';
import { LogBuffer } from './log-buffer.ts';
import type { FromLogWorker, LogSource, ToLogWorker } from './messages.ts';
import { readLog } from './read-log.ts';
import { searchLog } from './search-log.ts';

/** What the log's keeper is talked to through. */
export interface LogPort {
  send(message: FromLogWorker, transfer?: Transferable[]): void;
  /** Resolves after what waits has had its turn. */
  giveWay(): Promise<void>;
}

interface Range {
  from: number;
  to?: number;
}

const liveFlushMs = 50;
const reopenAfterMs = 3000;
/** Lines that follow a growth ready to be drawn: more than a screen has. */
const tailRows = 80;

/** Keeps one log, away from the page: fetches it, reads its stream, and answers about its lines. */
export function serveLog(port: LogPort): (message: ToLogWorker) => void {
  const buffer = new LogBuffer();
  let source: LogSource | undefined;
  let tail = 0;
  let isLive = false;
  let closeStream: (() => void) | undefined;
  let reopenTimer: ReturnType<typeof setTimeout> | undefined;
  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  let waiting: Line[] = [];
  let fetching = Promise.resolve();
  /** Lines below this were never asked for. */
  let firstWanted = Number.POSITIVE_INFINITY;
  let newestSearch = 0;

  const add = (lines: Line[]) => {
    const added = buffer.add(lines);
    if (!added) return;
    const isAtEnd = added.from + added.facts.length === buffer.count;
    port.send(
      {
        kind: 'grown',
        count: buffer.count,
        from: added.from,
        facts: added.facts,
        marks: added.marks,
        tail: isAtEnd ? rows(Math.max(added.from, buffer.count - tailRows), buffer.count, []) : [],
      },
      [added.facts.buffer],
    );
  };

  const rows = (from: number, to: number, unfolded: number[]) => {
    const open = new Set(unfolded);
    const found = [];
    for (let line = from; line < Math.min(to, buffer.count); line++) {
      const row = buffer.row(line, open.has(line));
      if (row) found.push(row);
    }
    return found;
  };

  const tell = (isLoading: boolean) =>
    port.send({ kind: 'loading', isLoading, isComplete: firstWanted === 0 });

  /** One fetch after the other, so that none takes another's lines away. */
  const fetchLines = (range: () => Range | null): void => {
    fetching = fetching.then(() => fetchRange(range()));
  };

  const fetchRange = async (range: Range | null): Promise<void> => {
    if (!source) return;
    if (!range) return tell(false);
    const { from, to } = range;
    try {
      tell(true);
      await readLog({
        url: withQuery(source.url, { from: String(from), ...(to ? { to: String(to) } : {}) }),
        headers: source.headers,
        onCount: (count) => {
          const first = from < 0 ? Math.max(0, (count ?? 0) + from) : from;
          // A server that does not say how many there are sent them all.
          firstWanted = Math.min(firstWanted, count === null ? 0 : first);
        },
        onLines: add,
      });
      tell(false);
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      // Servers that keep a log only once its step is over have no more than the stream brings.
      if (isLive) port.send({ kind: 'withheld' });
      else port.send({ kind: 'failed', status, message: errorText(error) });
    }
  };

  /** What lies before the lines that are here; null where nothing does. */
  const wholeStart = (): Range | null => {
    if (firstWanted === 0) return null;
    return Number.isFinite(firstWanted) ? { from: 0, to: firstWanted } : { from: 0 };
  };

  const flush = () => {
    flushTimer = undefined;
    const lines = waiting;
    waiting = [];
    add(lines);
  };

  /** From the last lines on at first, and then from where it was lost. */
  const streamAddress = (streamUrl: string) => {
    flush();
    return withQuery(streamUrl, { from: String(buffer.count > 0 ? buffer.count : -tail) });
  };

  const openStream = () => {
    if (!source) return;
    const { streamUrl } = source;
    closeStream = openEventStream(() => streamAddress(streamUrl), {
      onMessage: (data) => {
        const line = readLine(data);
        if (!line) return;
        firstWanted = Math.min(firstWanted, line.pos);
        waiting.push(line);
        flushTimer ??= setTimeout(flush, liveFlushMs);
      },
      isEnd: (data) => data === 'eof',
      onEnd: () => {
        flush();
        port.send({ kind: 'streamEnded' });
        // The step may go on although its stream has ended.
        reopenTimer = setTimeout(openStream, reopenAfterMs);
      },
    });
  };

  const setLive = (next: boolean) => {
    if (next === isLive) return;
    isLive = next;
    if (!next) {
      closeStream?.();
      clearTimeout(reopenTimer);
      clearTimeout(flushTimer);
      flush();
      return;
    }
    openStream();
  };

  const search = async ({ id, query }: Extract<ToLogWorker, { kind: 'search' }>) => {
    newestSearch = id;
    const isWanted = () => newestSearch === id;
    const result = await searchLog(buffer, query, isWanted, port.giveWay);
    if (!result) return;
    const { lines, starts, ends } = result;
    port.send({ kind: 'found', id, result }, [lines.buffer, starts.buffer, ends.buffer]);
  };

  return (message) => {
    switch (message.kind) {
      case 'open':
        ({ source, tail } = message);
        break;
      case 'live':
        setLive(message.isLive);
        break;
      case 'fetch':
        // After a stream only its rest is missing.
        fetchLines(() => ({ from: buffer.count > 0 ? buffer.count : -tail }));
        break;
      case 'fetchAll':
        fetchLines(wholeStart);
        break;
      case 'rows': {
        const { id, from, to, unfolded } = message;
        port.send({ kind: 'rows', id, rows: rows(from, to, unfolded) });
        break;
      }
      case 'search':
        void search(message);
        break;
      case 'text':
        port.send({
          kind: 'text',
          id: message.id,
          text: buffer.textBetween(message.from, message.to),
        });
        break;
      case 'blob': {
        const type = 'text/plain;charset=utf-8';
        port.send({ kind: 'blob', id: message.id, blob: new Blob([...buffer.pieces()], { type }) });
      }
    }
  };
}

function withQuery(url: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString();
  if (!search) return url;
  return url + (url.includes('?') ? '&' : '?') + search;
}

function readLine(data: string): Line | null {
  try {
    const line: Partial<Line> | null = JSON.parse(data);
    if (typeof line?.pos !== 'number' || typeof line.out !== 'string') return null;
    return { pos: line.pos, out: line.out, time: line.time ?? 0 };
  } catch {
    return null;
  }
}
