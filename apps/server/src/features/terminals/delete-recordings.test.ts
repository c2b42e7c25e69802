import type { KeptStep, Terminal } from '@millrace/contract/api';
import { expect, it, onTestFinished } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { bearer, pushSampleRepo, startTestServer } from '../../../testing/test-server.ts';
import { OutputStore } from './output-store.ts';

const day = 86_400;

it('deletes recordings after 90 days, in parts', async () => {
  let nowSec = 1_800_000_000;
  const clock = { nowSec: () => nowSec, nowMs: () => nowSec * 1000, wait: async () => undefined };
  const server = await startTestServer({ clock });
  onTestFinished(() => server.stop());
  const ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  const call = async <Result>(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) => {
    const url = `/api/repos/ada/project/${path}`;
    const headers = bearer(ada);
    return (
      await server.app.inject({ method, url, headers, ...(payload && { payload }) })
    ).json<Result>();
  };
  await call('PATCH', 'terminal-settings', { keep_failed: true });
  const runner = runnerApiOf(server);
  const { step } = await startNextStage(runner);
  await runner.keepStep({ params: { step: step.id } });
  const [kept] = await call<KeptStep[]>('GET', 'builds/1/kept-steps');
  const { id } = await call<Terminal>('POST', `kept-steps/${kept?.id}/terminals`, {
    columns: 80,
    rows: 24,
  });
  const output = new OutputStore(server.core.db);
  const pieces = 600;
  for (let position = 0; position < pieces; position++) {
    await output.append(id, { position, timeMs: 0, data: Buffer.from('a') });
  }
  const count = async () =>
    (await server.core.db.selectFrom('terminal_output').select('position').execute()).length;
  nowSec += 91 * day;
  await server.runJob('deleteRecordings');
  expect(await count()).toBe(pieces);
  await server.runJob('endKeptSteps');
  nowSec += 89 * day;
  await server.runJob('deleteRecordings');
  expect(await count()).toBe(pieces);
  nowSec += 2 * day;
  await server.runJob('deleteRecordings');
  expect(await count()).toBe(0);
  expect(await server.core.db.selectFrom('terminals').select('id').execute()).toEqual([]);
});
