import type { LogQuery } from '@millrace/contract/log-pattern';
import { noResponseText } from '../../../api/no-response.ts';
import { hiddenBy, toFoldGroups } from './fold-groups.ts';
import { updateFirstError } from './line-facts.ts';
import { type LogState, noLog } from './log-state.ts';
import type {
  FromLogWorker,
  LogGrowth,
  LogMark,
  LogRow,
  LogSource,
  SearchResult,
  TextPoint,
  ToLogWorker,
} from './messages.ts';
import { RowMap } from './row-map.ts';

/** How the viewer looks at the log. */
export interface ReaderView {
  /** Whether lines are still being written. */
  isLive: boolean;
  isFollowing: boolean;
  wraps: boolean;
  /** After how many characters lines are broken; 0 until it is known. */
  columns: number;
}

type Question = Extract<ToLogWorker, { id: number }>;

/** The part of a worker that is used. */
export interface LogWorker {
  postMessage(message: ToLogWorker): void;
  onmessage: ((event: MessageEvent<FromLogWorker>) => void) | null;
  terminate(): void;
}

/** Number of lines that are shown until the viewer asks for all. */
export const shownLineLimit = 250;
const cachedRows = 4000;

/** The page's side of a log that a worker holds: has the layout, requests the lines in view. */
export class LogEngine {
  readonly rowMap = new RowMap();
  private readonly worker: LogWorker;
  private readonly onStreamEnd: () => void;
  private readonly listeners = new Set<() => void>();
  private readonly rows = new Map<number, LogRow>();
  private readonly asked = new Set<number>();
  private readonly answers = new Map<number, (message: FromLogWorker) => void>();
  private readonly marks = new Map<number, LogMark>();
  private isFetchingAll = false;
  private nextId = 1;
  private current = noLog;
  private view: ReaderView = { isLive: false, isFollowing: true, wraps: true, columns: 0 };

  constructor(worker: LogWorker, source: LogSource, onStreamEnd: () => void) {
    this.worker = worker;
    this.onStreamEnd = onStreamEnd;
    worker.onmessage = ({ data }) => this.take(data);
    worker.postMessage({ kind: 'open', source, tail: shownLineLimit });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly state = (): LogState => this.current;

  dispose(): void {
    this.worker.terminate();
  }

  setLive(isLive: boolean): void {
    this.worker.postMessage({ kind: 'live', isLive });
  }

  /** Lays out the log for a view. Notifies subscribers if that changes anything. */
  setView(view: ReaderView): void {
    const { isLive, isFollowing, wraps, columns } = this.view;
    const isSame = isLive === view.isLive && isFollowing === view.isFollowing;
    if (isSame && wraps === view.wraps && columns === view.columns) return;
    this.view = view;
    if (view.columns > 0) this.rowMap.wrapAt(view.columns, view.wraps);
    this.change(view.isFollowing ? { followedTo: this.current.count } : {});
  }

  showAll(): void {
    this.change({ showsAll: true });
    this.fetchAll();
  }

  /** Fetches the end of the log, or what a stream has not brought. */
  fetch(): void {
    this.worker.postMessage({ kind: 'fetch' });
    if (!this.current.isStartWithheld) return;
    this.change({ isStartWithheld: false });
    this.fetchAll();
  }

  fetchAll(): void {
    const { isComplete, isStartWithheld } = this.current;
    if (isComplete || isStartWithheld || this.isFetchingAll) return;
    this.isFetchingAll = true;
    this.change({ isLoading: true });
    this.worker.postMessage({ kind: 'fetchAll' });
  }

  /** Resolves once every line that the server has is here. */
  async whenComplete(): Promise<void> {
    this.fetchAll();
    while (!this.current.isComplete || this.current.isLoading) {
      if (this.current.error || this.current.isStartWithheld) return;
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop();
          resolve();
        });
      });
    }
  }

  /** A line, or undefined until it has been fetched and drawn by the worker. */
  row(line: number): LogRow | undefined {
    return this.rows.get(line);
  }

  /** Asks for the lines that are not here. */
  want(from: number, to: number): void {
    const missing: number[] = [];
    for (let line = from; line < to; line++) {
      if (!this.rows.has(line) && !this.asked.has(line)) missing.push(line);
    }
    const first = missing[0];
    const last = missing.at(-1);
    if (first === undefined || last === undefined) return;
    for (const line of missing) this.asked.add(line);
    const unfolded = [...this.rowMap.unfoldedLines];
    this.ask({ kind: 'rows', id: 0, from: first, to: last + 1, unfolded }, (answer) => {
      if (answer.kind !== 'rows') return;
      for (const line of missing) this.asked.delete(line);
      this.keep(answer.rows);
      if (answer.rows.length > 0) this.change({});
    });
  }

  search(query: LogQuery): Promise<SearchResult> {
    return new Promise((resolve) => {
      this.ask({ kind: 'search', id: 0, query }, (answer) => {
        if (answer.kind === 'found') resolve(answer.result);
      });
    });
  }

  text(from: TextPoint, to: TextPoint): Promise<string> {
    return new Promise((resolve) => {
      this.ask({ kind: 'text', id: 0, from, to }, (answer) => {
        if (answer.kind === 'text') resolve(answer.text);
      });
    });
  }

  /** The whole log as it was written. */
  blob(): Promise<Blob> {
    return this.askBlob(false);
  }

  /** The whole log as it is shown: without control characters. */
  shownBlob(): Promise<Blob> {
    return this.askBlob(true);
  }

  private askBlob(isShown: boolean): Promise<Blob> {
    return new Promise((resolve) => {
      this.ask({ kind: 'blob', id: 0, isShown }, (answer) => {
        if (answer.kind === 'blob') resolve(answer.blob);
      });
    });
  }

  unfold(line: number): void {
    this.rowMap.unfold(line);
    this.rows.delete(line);
    this.change({});
  }

  /** Folds the group that starts with a line, or unfolds it. */
  toggleGroup(start: number): void {
    const folded = new Set(this.current.folded);
    if (!folded.delete(start)) folded.add(start);
    this.rowMap.hide(hiddenBy(this.current.groups, folded));
    this.change({ folded });
  }

  /** Makes sure that no folded group hides the line. */
  reveal(line: number): void {
    const folded = new Set(this.current.folded);
    for (const { start, end } of this.current.groups) {
      if (line > start && line < end) folded.delete(start);
    }
    if (folded.size === this.current.folded.size) return;
    this.rowMap.hide(hiddenBy(this.current.groups, folded));
    this.change({ folded });
  }

  private take(message: FromLogWorker): void {
    switch (message.kind) {
      case 'grown':
        this.grow(message);
        break;
      case 'loading':
        this.change({
          // It may be about the first lines, and all were asked for meanwhile.
          isLoading: message.isLoading || (this.isFetchingAll && !message.isComplete),
          isComplete: message.isComplete,
          ...(message.isLoading ? {} : { error: null, isSettled: true }),
        });
        break;
      case 'failed':
        this.isFetchingAll = false;
        this.change({
          isLoading: false,
          isSettled: true,
          error: { status: message.status, message: message.message || noResponseText() },
        });
        break;
      case 'withheld':
        this.isFetchingAll = false;
        this.change({ isLoading: false, isStartWithheld: true });
        break;
      case 'streamEnded':
        this.onStreamEnd();
        break;
      default: {
        const answer = this.answers.get(message.id);
        this.answers.delete(message.id);
        answer?.(message);
      }
    }
  }

  private grow({ count, from, facts, marks, tail }: LogGrowth): void {
    this.rowMap.grow(count, from, facts);
    for (let line = from; line < from + facts.length; line++) {
      this.rows.delete(line);
      this.asked.delete(line);
    }
    // The style of a line depends on the lines before it.
    if (from + facts.length < count) this.rows.clear();
    this.keep(tail);
    const first = this.current.count > 0 ? Math.min(this.current.first, from) : from;
    const change: Partial<LogState> = {
      count,
      first,
      firstError: updateFirstError(this.current.firstError, from, facts),
    };
    if (this.view.isFollowing) change.followedTo = count;
    for (const mark of marks) {
      this.marks.set(mark.line, mark);
      if (mark.kind === 'session') change.session = mark.title;
    }
    if (this.marks.size > 0) {
      change.groups = toFoldGroups([...this.marks.values()], count);
      this.rowMap.hide(hiddenBy(change.groups, this.current.folded));
    }
    this.change(change);
  }

  /** Advances while the viewer follows the log, and stays while they read. */
  private findFirstShown(): number {
    const { first, followedTo, showsAll } = this.current;
    const start = this.view.isLive ? first : 0;
    return showsAll ? start : Math.max(start, followedTo - shownLineLimit);
  }

  private keep(rows: readonly LogRow[]): void {
    for (const row of rows) this.rows.set(row.line, row);
    for (const line of this.rows.keys()) {
      if (this.rows.size <= cachedRows) break;
      this.rows.delete(line);
    }
  }

  private ask(message: Question, answer: (message: FromLogWorker) => void): void {
    const id = this.nextId++;
    this.answers.set(id, answer);
    this.worker.postMessage({ ...message, id });
  }

  private change(change: Partial<LogState>): void {
    this.current = { ...this.current, ...change };
    const first = this.findFirstShown();
    if (first !== this.rowMap.first) this.rowMap.showFrom(first);
    for (const listener of [...this.listeners]) listener();
  }
}
