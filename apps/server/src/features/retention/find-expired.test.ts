import { expect, it } from 'vitest';
import { makeBuild } from '../../../testing/make-build.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { pushSampleRepo } from '../../../testing/test-server.ts';
import { type ExpiredPage, findExpired } from './find-expired.ts';

const server = await serverOfFile();
await server.addUser('ada');
const repo = await pushSampleRepo(server, 'ada');

it('decides the same about builds before a number as about all builds', async () => {
  for (const status of ['success', 'failure', 'success', 'failure', 'success'] as const) {
    await makeBuild(server.core, repo.id, { status });
  }
  const limits = {
    build_days: 0,
    build_count: 2,
    log_days: 0,
    log_count: 0,
    artifact_days: 0,
    artifact_count: 0,
    test_days: 0,
    test_count: 0,
  };
  const read = async (before?: number) => {
    const pages: ExpiredPage[] = [];
    const options = {
      limits,
      deployments: 1,
      nowSec: server.core.clock.nowSec(),
      branchDays: 0,
      before,
    };
    for await (const page of findExpired(server.core.db, repo, options)) pages.push(page);
    return pages.flatMap(({ builds }) => builds.map(({ id }) => id));
  };
  const all = await read();
  expect(all).toHaveLength(3);
  expect(await read(3)).toEqual(all.slice(-1));
  expect(await read(2)).toEqual([]);
});
