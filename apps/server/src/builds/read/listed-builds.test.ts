import type { Build, Repo as RepoJson, Stage, Step } from '@millrace/contract/api';
import type { RunnerApi } from '@millrace/contract/runner';
import type { Status } from '@millrace/contract/vocabulary';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { execFilter, runnerApiOf } from '../../../testing/fake-work.ts';
import {
  bearer,
  createWorkTree,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

const stageOf = (name: string, rest = '') =>
  `kind: pipeline\ntype: exec\nname: ${name}\n${rest}steps: [{ name: one, commands: [a] }]\n`;
const pipeline = `${stageOf('first')}---\n${stageOf('second', 'depends_on: [first]\n')}`;

let server: TestServer;
let ada: { id: number; token: string };
let api: RunnerApi;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  api = runnerApiOf(server);
  const work = await createWorkTree(server, 'ada', 'ada/mill');
  await work.commit({ '.drone.yml': pipeline }, 'Turn');
  await work.git('push', 'origin', 'HEAD:main');
});
afterAll(() => server.stop());

const read = async <Answer>(path: string): Promise<Answer> =>
  (await server.app.inject({ url: path, headers: bearer(ada) })).json();

/** The step that each list leads to. */
async function focusInLists() {
  const [build] = await read<Build[]>('/api/repos/ada/mill/builds');
  const [branch] = await read<Build[]>('/api/repos/ada/mill/builds/branches');
  const [found] = await read<RepoJson[]>('/api/user/builds/feed');
  const [recent] = await read<RepoJson[]>('/api/user/repos?latest=true');
  const all = [build, branch, found?.build, recent?.build].map((each) => each?.focus);
  expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(build?.stages).toBeUndefined();
  return all[0];
}

/** Claims the next stage, whose two steps then run. A failure of the first is allowed. */
async function startStage(): Promise<{ stage: Stage; steps: Step[] }> {
  const queued = await api.requestStage({ body: execFilter }, AbortSignal.timeout(5000));
  if (!queued) throw new Error('No stage is queued');
  const accepted = await api.acceptStage({
    params: { stage: queued.id },
    query: { machine: 'tester' },
  });
  const stage = await api.updateStage({
    params: { stage: accepted.id },
    body: {
      ...accepted,
      status: 'running',
      steps: [1, 2].map((number) => ({
        id: 0,
        step_id: accepted.id,
        number,
        name: `step ${number}`,
        errignore: number === 1,
        status: 'pending',
        exit_code: 0,
        version: 0,
      })),
    },
  });
  const pending = stage.steps ?? [];
  const running = pending.map((step) =>
    api.updateStep({ params: { step: step.id }, body: { ...step, status: 'running', started: 1 } }),
  );
  return { stage, steps: await Promise.all(running) };
}

async function end(step: Step | undefined, status: Status): Promise<Step> {
  if (!step) throw new Error('There is no such step');
  return api.updateStep({ params: { step: step.id }, body: { ...step, status, stopped: 2 } });
}

it('link to the running step, or to the first failure that counts', async () => {
  expect(await focusInLists()).toBeUndefined();
  const first = await startStage();
  expect(await focusInLists()).toEqual({ stage: 1, step: 1 });
  const allowed = await end(first.steps[0], 'failure');
  expect(await focusInLists()).toEqual({ stage: 1, step: 2 });
  const done = [allowed, await end(first.steps[1], 'success')];
  await api.updateStage({
    params: { stage: first.stage.id },
    body: { ...first.stage, status: 'success', stopped: 2, steps: done },
  });
  expect(await focusInLists()).toBeUndefined();
  const second = await startStage();
  const failed = [await end(second.steps[0], 'failure'), await end(second.steps[1], 'failure')];
  await api.updateStage({
    params: { stage: second.stage.id },
    body: { ...second.stage, status: 'failure', stopped: 2, steps: failed },
  });
  expect(await focusInLists()).toEqual({ stage: 2, step: 2 });
});
