import type { LogQuery } from '@millrace/contract/log-pattern';
import { KindTable, type Side, type Surpluses, sides } from '../compare/kind-table.ts';
import { LogMatcher, type Matches } from '../search/log-matcher.ts';
import { readShownLines, type ShownLine } from './read-shown-lines.ts';
import { readBlockText, type ScanBlock } from './scan-block.ts';

/** Tasks that a scan thread runs on blocks of one log. */
export interface ScanTasks {
  search: {
    request: { query: LogQuery; blocks: ScanBlock[]; room: number };
    answer: Matches;
  };
  /** Counts the kinds of lines of one log, until `compareKinds`. */
  countKinds: {
    request: { side: Side; blocks: ScanBlock[] };
    answer: undefined;
  };
  compareKinds: {
    request: { limit: number };
    answer: Record<Side, Surpluses>;
  };
  /** Reads the lines at these positions. */
  readLines: {
    request: { positions: number[]; blocks: ScanBlock[]; maxLength: number };
    answer: ShownLine[];
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

/** Returns the handler of tasks in one thread. It stores kinds of lines between tasks. */
export function createScanTasks(): (task: ScanTask) => ScanAnswer {
  let kinds = new KindTable();
  const handlers: Handlers = {
    search({ query, blocks, room }) {
      const matcher = new LogMatcher(query);
      const all: Matches = { count: 0, hits: [] };
      for (const block of blocks) {
        const { count, hits } = matcher.search(readBlockText(block), room - all.hits.length);
        all.count += count;
        all.hits.push(...hits);
      }
      return all;
    },
    countKinds({ side, blocks }) {
      for (const { pos, text } of readAllLines(blocks)) kinds.add(side, pos, text);
      return undefined;
    },
    compareKinds({ limit }) {
      const [here, there] = sides.map((side) => kinds.findSurpluses(side, limit));
      kinds = new KindTable();
      return { here, there } as Record<Side, Surpluses>;
    },
    readLines({ positions, blocks, maxLength }) {
      const requested = new Set(positions);
      const lines = [...readAllLines(blocks)].filter(({ pos }) => requested.has(pos));
      return lines.map(({ pos, text }) => ({ pos, text: text.slice(0, maxLength) }));
    },
  };
  return <Name extends ScanTaskName>({ name, request }: ScanTask<Name>) =>
    (handlers[name] as (request: unknown) => ScanAnswer)(request);
}

function* readAllLines(blocks: readonly ScanBlock[]): Generator<ShownLine> {
  for (const block of blocks) yield* readShownLines(readBlockText(block));
}
