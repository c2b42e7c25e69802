import type { LogQuery } from '@millrace/contract/log-pattern';
import { LogMatcher, type Matches } from '../search/log-matcher.ts';
import { readBlockText, type ScanBlock } from './scan-block.ts';

/** What the thread does with blocks of one log. */
export interface ScanTasks {
  search: {
    request: { query: LogQuery; blocks: ScanBlock[]; room: number };
    answer: Matches;
  };
}
export type ScanTaskName = keyof ScanTasks;
export type ScanTask = {
  [Name in ScanTaskName]: { name: Name } & ScanTasks[Name]['request'];
}[ScanTaskName];
export type ScanAnswer = ScanTasks[ScanTaskName]['answer'];

export function runScanTask(task: ScanTask): ScanAnswer {
  const matcher = new LogMatcher(task.query);
  const all: Matches = { count: 0, hits: [] };
  for (const block of task.blocks) {
    const { count, hits } = matcher.search(readBlockText(block), task.room - all.hits.length);
    all.count += count;
    all.hits.push(...hits);
  }
  return all;
}
