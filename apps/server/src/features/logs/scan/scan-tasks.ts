import { ErrorFinder, type FoundError } from '@millrace/contract/failure-lines';
import type { LogQuery } from '@millrace/contract/log-pattern';
import { truncateText } from '@millrace/node-kit/truncate-text';
import { KindTable, type Side, type Surpluses, sides } from '../compare/kind-table.ts';
import { LogMatcher, type Matches } from '../search/log-matcher.ts';
import { LineReader } from './line-reader.ts';
import type { ScanBatch } from './read-batches.ts';
import { readShownLines, type ShownLine } from './read-shown-lines.ts';

export interface ScanErrors {
  errors: FoundError[];
  /** Whether each line has the position of its entry. */
  isPlain: boolean;
}

/** Tasks that a scan thread runs on blocks of one log. */
export interface ScanTasks {
  search: {
    request: { query: LogQuery; batch: ScanBatch; room: number };
    answer: Matches;
  };
  /**
   * Counts the kinds of lines of one log, until `compareKinds`. Returns whether each line so far has the position of
   * its entry.
   */
  countKinds: {
    request: { side: Side; batch: ScanBatch };
    answer: boolean;
  };
  compareKinds: {
    request: { limit: number };
    answer: Record<Side, Surpluses>;
  };
  /** Reads the lines with these numbers. */
  readLines: {
    request: { positions: number[]; batch: ScanBatch; maxLength: number };
    answer: ShownLine[];
  };
  /** Lists the errors in the batches of one log; empty until the last batch. */
  findErrors: {
    request: { batch: ScanBatch; limit: number };
    answer: ScanErrors;
  };
}
export type ScanTaskName = keyof ScanTasks;
export type ScanTask<Name extends ScanTaskName = ScanTaskName> = {
  [Each in Name]: { name: Each; request: ScanTasks[Each]['request'] };
}[Name];
export type ScanAnswer = ScanTasks[ScanTaskName]['answer'];

type Handlers = {
  [Name in ScanTaskName]: (request: ScanTasks[Name]['request']) => ScanTasks[Name]['answer'];
};

/** Returns the handler of tasks in one thread. Between tasks it stores kinds of lines, and an unfinished line. */
export function createScanTasks(): (task: ScanTask) => ScanAnswer {
  let kinds = new KindTable();
  let reader = new LineReader();
  let finder: ErrorFinder | undefined;
  function* readTexts(batch: ScanBatch): Generator<string> {
    yield* reader.read(batch);
    if (batch.isLast) reader = new LineReader();
  }
  function* readLines(batch: ScanBatch): Generator<ShownLine> {
    for (const text of readTexts(batch)) yield* readShownLines(text);
  }
  const handlers: Handlers = {
    search({ query, batch, room }) {
      const matcher = new LogMatcher(query);
      const all: Matches = { count: 0, hits: [] };
      for (const text of readTexts(batch)) {
        const { count, hits } = matcher.search(text, room - all.hits.length);
        all.count += count;
        all.hits.push(...hits);
      }
      return all;
    },
    countKinds({ side, batch }) {
      const current = reader;
      for (const { pos, text } of readLines(batch)) kinds.add(side, pos, text);
      return current.isPlain;
    },
    compareKinds({ limit }) {
      const [here, there] = sides.map((side) => kinds.findSurpluses(side, limit));
      kinds = new KindTable();
      return { here, there } as Record<Side, Surpluses>;
    },
    readLines({ positions, batch, maxLength }) {
      const requested = new Set(positions);
      const lines = [...readLines(batch)].filter(({ pos }) => requested.has(pos));
      return lines.map(({ pos, text }) => ({ pos, text: truncateText(text, maxLength) }));
    },
    findErrors({ batch, limit }) {
      const current = reader;
      finder ??= new ErrorFinder(limit);
      for (const { pos, text } of readLines(batch)) finder.add({ line: pos, text });
      if (!batch.isLast) return { errors: [], isPlain: current.isPlain };
      const errors = finder.list();
      finder = undefined;
      return { errors, isPlain: current.isPlain };
    },
  };
  return <Name extends ScanTaskName>({ name, request }: ScanTask<Name>) =>
    (handlers[name] as (request: unknown) => ScanAnswer)(request);
}
