import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Load, LoadResult } from '../support/load.ts';
import { organization, slugOf } from './plan.ts';
import { row } from './report.ts';

/** Calls of the pages that a person opens most. */
const pages: [page: string, paths: string[]][] = [
  ['dashboard: repositories with their newest builds', ['/api/user/repos?latest=true']],
  ['dashboard: newest builds', ['/api/user/builds/feed']],
  [
    'organization: health, teams, members',
    ['health', 'teams', 'members'].map((part) => `/api/organizations/${organization}/${part}`),
  ],
  ['builds of a repository', [`/api/repos/${slugOf(0)}/builds`]],
];
const callers = 8;
const seconds = 2;

/** Prints the durations of the calls of each page, with several callers. */
export async function measureReads(url: string, token: string): Promise<void> {
  for (const [page, paths] of pages) {
    const headers = { authorization: `Bearer ${token}` };
    const { p50, p99, perSecond } = await run({
      url,
      paths,
      headers,
      concurrency: callers,
      seconds,
    });
    const figures = `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
    row(page, `${figures} (${perSecond.toFixed(0)} calls/s)`);
  }
}

async function run(load: Load): Promise<LoadResult> {
  const child = fork(new URL('../support/load.ts', import.meta.url));
  const exited = once(child, 'exit').then(() => {
    throw new Error('The reads failed; the reason is above');
  });
  child.send(load);
  const [result]: LoadResult[] = await Promise.race([once(child, 'message'), exited]);
  exited.catch(() => {});
  if (!result) throw new Error('The reads have no result');
  return result;
}
