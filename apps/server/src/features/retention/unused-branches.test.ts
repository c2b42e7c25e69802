import type { Build, RetentionPreview } from '@millrace/contract/api';
import { expect, it, onTestFinished } from 'vitest';
import { makeBuild } from '../../../testing/make-build.ts';
import { setStatus } from '../../../testing/set-status.ts';
import { bearer, pushSampleRepo, startTestServer } from '../../../testing/test-server.ts';

it('retains no builds of branches without a build for a year, except the default branch', async () => {
  let nowSec = 1_700_000_000;
  const clock = { nowSec: () => nowSec, nowMs: () => nowSec * 1000, wait: async () => undefined };
  const server = await startTestServer({ clock });
  onTestFinished(() => server.stop());
  const ada = await server.addUser('ada');
  const { id } = await pushSampleRepo(server, 'ada');
  const url = '/api/repos/ada/project';
  const headers = bearer(ada);
  const read = async <Result>(path: string) =>
    (await server.app.inject({ url: `${url}/${path}`, headers })).json<Result>();
  const listNumbers = async (path: string) =>
    (await read<Build[]>(path)).map(({ number }) => number).toSorted();
  await setStatus(server, 'builds', 1, 'success');
  await makeBuild(server.core, id, { target: 'old' });
  nowSec += 200 * 86_400;
  await makeBuild(server.core, id, { target: 'newer' });
  await server.app.inject({
    method: 'PUT',
    url: `${url}/retention`,
    headers,
    payload: { build_days: 30 },
  });
  nowSec += 166 * 86_400;
  const preview = await read<RetentionPreview>('retention/preview?build_days=30');
  expect(preview.build.builds).toBe(1);
  await server.runJob('applyRetention');
  expect(await listNumbers('builds')).toEqual([1, 3]);
  expect(await listNumbers('builds/branches')).toEqual([1, 3]);
});
