import type { Line } from '@millrace/contract/api';
import { ApiError } from '../../../api/api-error.ts';
import { LogBuffer } from './log-buffer.ts';
import { LogFetches } from './log-fetches.ts';
import { LogStream } from './log-stream.ts';
import type { FromLogWorker, LogRow, LogSource, ToLogWorker } from './messages.ts';
import { searchLog } from './search-log.ts';

/** Connection to the page's log engine. */
export interface LogPort {
  send(message: FromLogWorker, transfer?: Transferable[]): void;
  /** Resolves after queued messages are processed. */
  giveWay(): Promise<void>;
}

/** Number of last lines that are sent without a request: more than fit on a screen. */
const tailRows = 80;

type Request<Kind extends ToLogWorker['kind']> = Extract<ToLogWorker, { kind: Kind }>;

/** Handles the messages of a page about one log. The first message must open the log. */
export function serveLog(port: LogPort): (message: ToLogWorker) => void {
  let log: WorkerLog | undefined;
  return (message) => {
    if (message.kind === 'open') log = new WorkerLog(port, message.source, message.tail);
    else log?.handle(message);
  };
}

/** Log in a worker. It fetches or streams the lines and answers requests about them. */
class WorkerLog {
  private readonly port: LogPort;
  private readonly tail: number;
  private readonly buffer = new LogBuffer();
  private readonly fetches: LogFetches;
  private readonly stream: LogStream;
  private newestSearch = 0;

  constructor(port: LogPort, source: LogSource, tail: number) {
    this.port = port;
    this.tail = tail;
    const onLines = (lines: Line[]) => this.add(lines);
    this.fetches = new LogFetches({
      source,
      onLines,
      onLoading: (isLoading, isComplete) => port.send({ kind: 'loading', isLoading, isComplete }),
      onFailure: (error) => this.sendFailure(error),
    });
    this.stream = new LogStream({
      url: source.streamUrl,
      from: () => this.nextEntry(),
      onLine: (pos) => this.fetches.noteLine(pos),
      onLines,
      onEnd: () => port.send({ kind: 'streamEnded' }),
    });
  }

  handle(message: Exclude<ToLogWorker, { kind: 'open' }>): void {
    switch (message.kind) {
      case 'live':
        this.stream.setLive(message.isLive);
        break;
      case 'fetch':
        this.fetches.fetchFrom(() => this.nextEntry());
        break;
      case 'fetchAll':
        this.fetches.fetchStart();
        break;
      case 'rows':
        this.sendRows(message);
        break;
      case 'search':
        void this.search(message);
        break;
      case 'text':
        this.sendText(message);
        break;
      case 'blob':
        this.sendBlob(message);
        break;
    }
  }

  /** Returns the position of the next entry to fetch. If none is loaded, fetches the last entries. */
  private nextEntry(): number {
    return this.buffer.nextPos > 0 ? this.buffer.nextPos : -this.tail;
  }

  private add(lines: Line[]): void {
    const added = this.buffer.add(lines);
    if (!added) return;
    const { from, facts, marks } = added;
    const { count, size: loaded } = this.buffer;
    const isAtEnd = from + facts.length === count;
    const tail = isAtEnd ? this.rows(Math.max(from, count - tailRows), count, []) : [];
    this.port.send({ kind: 'grown', count, loaded, from, facts, marks, tail }, [facts.buffer]);
  }

  private rows(from: number, to: number, unfolded: number[]): LogRow[] {
    const open = new Set(unfolded);
    const found = [];
    for (let line = from; line < Math.min(to, this.buffer.count); line++) {
      const row = this.buffer.row(line, open.has(line));
      if (row) found.push(row);
    }
    return found;
  }

  private sendFailure(error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0;
    // The page has its own text for some messages of servers.
    const message = error instanceof Error ? error.message : String(error);
    // Some servers store a log only when its step finishes. Until then, only the stream has lines.
    if (this.stream.isLive) this.port.send({ kind: 'withheld' });
    else this.port.send({ kind: 'failed', status, message });
  }

  private sendRows({ id, from, to, unfolded }: Request<'rows'>): void {
    this.port.send({ kind: 'rows', id, rows: this.rows(from, to, unfolded) });
  }

  private async search({ id, query }: Request<'search'>): Promise<void> {
    this.newestSearch = id;
    const isCurrent = () => this.newestSearch === id;
    const result = await searchLog(this.buffer, query, isCurrent, this.port.giveWay);
    if (!result) return;
    const { lines, starts, ends } = result;
    this.port.send({ kind: 'found', id, result }, [lines.buffer, starts.buffer, ends.buffer]);
  }

  private sendText({ id, from, to, times }: Request<'text'>): void {
    this.port.send({ kind: 'text', id, text: this.buffer.textBetween(from, to, times) });
  }

  private sendBlob({ id, isShown, times }: Request<'blob'>): void {
    const type = 'text/plain;charset=utf-8';
    const chunks = isShown ? this.buffer.shownChunks(times) : this.buffer.chunks();
    this.port.send({ kind: 'blob', id, blob: new Blob([...chunks], { type }) });
  }
}
