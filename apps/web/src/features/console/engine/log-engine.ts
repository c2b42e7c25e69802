import type { LogQuery } from '@millrace/contract/log-pattern';
import { noResponseText } from '../../../api/no-response.ts';
import type { LineTimes } from '../line-time.ts';
import { updateAlerts } from './alerts.ts';
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

/** View options of the log. */
export interface ReaderView {
  /** Whether lines are still being written. */
  isLive: boolean;
  isFollowing: boolean;
  wraps: boolean;
  /** Whether of lines with the same text only the first one is shown. */
  collapses: boolean;
  /** Number of characters after which a line wraps; 0 until it is measured. */
  columns: number;
}

type Request = Extract<ToLogWorker, { id: number }>;

/** Subset of `Worker`. */
export interface LogWorker {
  postMessage(message: ToLogWorker): void;
  onmessage: ((event: MessageEvent<FromLogWorker>) => void) | null;
  terminate(): void;
}

/** Number of lines that are shown until the viewer requests all. */
export const shownLineLimit = 250;
const cachedRows = 4000;

/** Client of a log worker, on the page. It manages the layout and requests the visible lines. */
export class LogEngine {
  readonly rowMap = new RowMap();
  private readonly worker: LogWorker;
  private readonly onStreamEnd: () => void;
  private readonly listeners = new Set<() => void>();
  private readonly rows = new Map<number, LogRow>();
  /** Cached lines that may have changed. They stay visible until the worker has sent the current ones. */
  private readonly stale = new Set<number>();
  private readonly requested = new Set<number>();
  private readonly responseHandlers = new Map<number, (message: FromLogWorker) => void>();
  private readonly marks = new Map<number, LogMark>();
  private isFetchingAll = false;
  private nextId = 1;
  private current = noLog;
  private view: ReaderView = {
    isLive: false,
    isFollowing: true,
    wraps: true,
    collapses: false,
    columns: 0,
  };

  constructor(worker: LogWorker, source: LogSource, onStreamEnd: () => void) {
    this.worker = worker;
    this.onStreamEnd = onStreamEnd;
    worker.onmessage = ({ data }) => this.handleMessage(data);
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
    const { isLive, isFollowing, wraps, columns, collapses } = this.view;
    const isSame = isLive === view.isLive && isFollowing === view.isFollowing;
    const isLaidOut = wraps === view.wraps && collapses === view.collapses;
    if (isSame && isLaidOut && columns === view.columns) return;
    this.view = view;
    if (view.columns > 0) this.rowMap.wrapAt(view.columns, view.wraps);
    this.rowMap.collapseRepeats(view.collapses);
    this.change(view.isFollowing ? { followedTo: this.current.count } : {});
  }

  showAll(): void {
    this.change({ showsAll: true });
    this.fetchAll();
  }

  /** Fetches the end of the log, or the lines that the stream did not send. */
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

  /** Resolves when all lines of the log are loaded, or cannot be loaded. */
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

  /** Returns a line; undefined until the worker has sent it. */
  row(line: number): LogRow | undefined {
    return this.rows.get(line);
  }

  /** Returns whether a line is cached and not stale. */
  isCurrent(line: number): boolean {
    return this.rows.has(line) && !this.stale.has(line);
  }

  /** Requests the shown lines of a range that are not cached or stale. */
  requestRows(from: number, to: number): void {
    for (let line = from; line < to; line++) {
      const first = line;
      while (line < to && this.isMissing(line)) line++;
      if (line > first) this.requestRun(first, line);
    }
  }

  private isMissing(line: number): boolean {
    return this.rowMap.rowsOf(line) > 0 && !this.isCurrent(line) && !this.requested.has(line);
  }

  private requestRun(from: number, to: number): void {
    for (let line = from; line < to; line++) this.requested.add(line);
    const unfolded = [...this.rowMap.unfoldedLines];
    this.request({ kind: 'rows', id: 0, from, to, unfolded }, (response) => {
      if (response.kind !== 'rows') return;
      for (let line = from; line < to; line++) this.requested.delete(line);
      this.cacheRows(response.rows);
      if (response.rows.length > 0) this.change({});
    });
  }

  search(query: LogQuery): Promise<SearchResult> {
    return new Promise((resolve) => {
      this.request({ kind: 'search', id: 0, query }, (response) => {
        if (response.kind === 'found') resolve(response.result);
      });
    });
  }

  /** @param times times at the start of each line; undefined for none */
  text(from: TextPoint, to: TextPoint, times?: LineTimes): Promise<string> {
    return new Promise((resolve) => {
      this.request({ kind: 'text', id: 0, from, to, times }, (response) => {
        if (response.kind === 'text') resolve(response.text);
      });
    });
  }

  /** Returns the original log. */
  blob(): Promise<Blob> {
    return this.requestBlob({ isShown: false, times: undefined });
  }

  /** Returns the visible log, without control characters. `times` are at the start of each line. */
  shownBlob(times?: LineTimes): Promise<Blob> {
    return this.requestBlob({ isShown: true, times });
  }

  private requestBlob(wanted: { isShown: boolean; times: LineTimes | undefined }): Promise<Blob> {
    return new Promise((resolve) => {
      this.request({ kind: 'blob', id: 0, ...wanted }, (response) => {
        if (response.kind === 'blob') resolve(response.blob);
      });
    });
  }

  unfold(line: number): void {
    this.rowMap.unfold(line);
    this.stale.add(line);
    this.change({});
  }

  /** Folds or unfolds the group that starts with a line. */
  toggleGroup(start: number): void {
    const folded = new Set(this.current.folded);
    if (!folded.delete(start)) folded.add(start);
    this.rowMap.hide(hiddenBy(this.current.groups, folded));
    this.change({ folded });
  }

  /** Unfolds the groups that hide a line. */
  reveal(line: number): void {
    const folded = new Set(this.current.folded);
    for (const { start, end } of this.current.groups) {
      if (line > start && line < end) folded.delete(start);
    }
    if (folded.size === this.current.folded.size) return;
    this.rowMap.hide(hiddenBy(this.current.groups, folded));
    this.change({ folded });
  }

  private handleMessage(message: FromLogWorker): void {
    switch (message.kind) {
      case 'grown':
        this.grow(message);
        break;
      case 'loading':
        this.change({
          // The message may be about an earlier request, while the request for all lines is still pending.
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
        const handleResponse = this.responseHandlers.get(message.id);
        this.responseHandlers.delete(message.id);
        handleResponse?.(message);
      }
    }
  }

  private grow({ count, loaded, from, facts, marks, tail }: LogGrowth): void {
    this.rowMap.grow(count, from, facts);
    for (let line = from; line < from + facts.length; line++) this.requested.delete(line);
    // The style of a line depends on earlier lines.
    const end = from + facts.length < count ? Number.POSITIVE_INFINITY : from + facts.length;
    for (const line of this.rows.keys()) if (line >= from && line < end) this.stale.add(line);
    this.cacheRows(tail);
    const first = this.current.count > 0 ? Math.min(this.current.first, from) : from;
    const change: Partial<LogState> = {
      count,
      loaded,
      first,
      firstError: updateFirstError(this.current.firstError, from, facts),
      alerts: updateAlerts(this.current.alerts, from, facts),
    };
    if (this.view.isFollowing) change.followedTo = count;
    const folded = new Set(this.current.folded);
    for (const mark of marks) {
      if (mark.isFolded && !this.marks.has(mark.line)) folded.add(mark.line);
      this.marks.set(mark.line, mark);
      if (mark.kind === 'session') change.session = mark.title;
    }
    if (this.marks.size > 0) {
      change.groups = toFoldGroups([...this.marks.values()], count);
      change.folded = folded;
      this.rowMap.hide(hiddenBy(change.groups, folded));
    }
    this.change(change);
  }

  /** Returns the first shown line. It advances only while the viewer follows the log. */
  private findFirstShown(): number {
    const { first, followedTo, showsAll } = this.current;
    const start = this.view.isLive ? first : 0;
    return showsAll ? start : Math.max(start, followedTo - shownLineLimit);
  }

  private cacheRows(rows: readonly LogRow[]): void {
    for (const row of rows) {
      this.rows.set(row.line, row);
      this.stale.delete(row.line);
    }
    for (const line of this.rows.keys()) {
      if (this.rows.size <= cachedRows) break;
      this.rows.delete(line);
      this.stale.delete(line);
    }
  }

  private request(message: Request, onResponse: (message: FromLogWorker) => void): void {
    const id = this.nextId++;
    this.responseHandlers.set(id, onResponse);
    this.worker.postMessage({ ...message, id });
  }

  private change(change: Partial<LogState>): void {
    this.current = { ...this.current, ...change };
    const first = this.findFirstShown();
    if (first !== this.rowMap.first) this.rowMap.showFrom(first);
    for (const listener of [...this.listeners]) listener();
  }
}
