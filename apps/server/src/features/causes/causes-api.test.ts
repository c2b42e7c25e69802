import type { FailureCauseOfStep } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toLines } from '../../../testing/build-with-logs.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
let ada: { login: string; token: string };
let bob: { login: string; token: string };
beforeEach(async () => {
  server = await startTestServer({ jobs: ['recognizeCauses', 'deleteUnusedCauses'] });
  ada = await server.addUser('ada');
  bob = await server.addUser('bob');
});
afterEach(() => server.stop());

const refused = (port: number) => [
  '+ npm test',
  `[10:00:${port % 60}] connecting`,
  `Error: connect ECONNREFUSED 127.0.0.1:${port}`,
];

/** Runs the only step of the next stage. */
async function runNext(lines: string[], status: 'failure' | 'success' = 'failure') {
  const api = runnerApiOf(server);
  const { stage, step } = await startNextStage(api);
  await api.appendLogs({ params: { step: step.id }, body: toLines(lines) });
  const exit_code = status === 'failure' ? 1 : 0;
  const ended = { status, exit_code, stopped: 2 };
  const body = { ...step, ...ended };
  const steps = [await api.updateStep({ params: { step: step.id }, body })];
  await api.updateStage({ params: { stage: stage.id }, body: { ...stage, ...ended, steps } });
}

const start = (slug: string, person: { token: string }, path = '') =>
  fetch(`${server.url}/api/repos/${slug}/builds${path}`, {
    method: 'POST',
    headers: bearer(person),
  });

async function listCauses(path: string, person: { token: string }): Promise<FailureCauseOfStep[]> {
  const answer = await fetch(`${server.url}/api/repos/${path}/causes`, { headers: bearer(person) });
  return (await answer.json()) as FailureCauseOfStep[];
}

it('recognizes the same failure in other builds and repositories, which the viewer may read', async () => {
  await pushSampleRepo(server, 'ada');
  await runNext(refused(4001));
  await start('ada/project', ada);
  await runNext(refused(5002));
  await pushSampleRepo(server, 'bob');
  await runNext(refused(6003));
  await start('ada/project', ada);
  await runNext(['+ npm test', "src/a.ts(3,1): error TS2304: Cannot find name 'a'."]);

  const first = { slug: 'ada/project', build: 1, commit: expect.stringMatching(/^[0-9a-f]{40}$/) };
  const known = { stage: 1, step: 1, failures: 2, recovered: 0, repos: 1, first };
  await expect.poll(() => listCauses('ada/project/builds/2', ada)).toMatchObject([known]);
  await expect
    .poll(() => listCauses('ada/project/builds/3', ada))
    .toMatchObject([{ failures: 1, repos: 1, first: { build: 3 } }]);
  const ofBob = { failures: 1, repos: 1, first: { slug: 'bob/project', build: 1 } };
  await expect.poll(() => listCauses('bob/project/builds/1', bob)).toMatchObject([ofBob]);
  const [one] = await listCauses('ada/project/builds/1', ada);
  const [same] = await listCauses('bob/project/builds/1', bob);
  expect(same?.id).toBe(one?.id);
  expect(
    (await fetch(`${server.url}/api/repos/ada/project/builds/9/causes`, { headers: bearer(ada) }))
      .status,
  ).toBe(404);
});

it('counts failures after which the step succeeded in a later attempt', async () => {
  await pushSampleRepo(server, 'ada');
  await runNext(refused(4001));
  await start('ada/project', ada);
  await runNext(refused(5002));
  await expect
    .poll(() => listCauses('ada/project/builds/2', ada))
    .toMatchObject([{ failures: 2, recovered: 0 }]);
  expect((await start('ada/project', ada, '/2?only=failed')).status).toBeLessThan(300);
  // The pipeline file has two stages.
  await runNext(['fine'], 'success');
  await runNext(['fine'], 'success');
  await expect
    .poll(() => listCauses('ada/project/builds/1', ada))
    .toMatchObject([{ failures: 2, recovered: 1 }]);
  expect(await listCauses('ada/project/builds/2', ada)).toEqual([]);
});

it('knows no cause of a step without output', async () => {
  await pushSampleRepo(server, 'ada');
  await runNext([]);
  await start('ada/project', ada);
  await runNext([]);
  await start('ada/project', ada);
  await runNext(['out of words']);
  await expect
    .poll(() => listCauses('ada/project/builds/3', ada))
    .toMatchObject([{ failures: 1, first: { build: 3 } }]);
  expect(await listCauses('ada/project/builds/2', ada)).toEqual([]);
});
