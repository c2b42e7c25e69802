import type { Build, Repo } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { setCard } from '../../../testing/set-card.ts';
import { bearer, pushSampleRepo } from '../../../testing/test-server.ts';

const server = await serverOfFile();
const ada = await server.addUser('ada');
await pushSampleRepo(server, 'ada');

async function ask<Output>(path: string, method: 'GET' | 'POST' | 'DELETE' = 'GET') {
  const answer = await server.app.inject({ method, url: `/api${path}`, headers: bearer(ada) });
  return { status: answer.statusCode, read: (): Output => answer.json() };
}
/** One build as each call returns it that may have cached it. */
async function look(number: number) {
  const one = (await ask<Build>(`/repos/ada/project/builds/${number}`)).read();
  const list = (await ask<Build[]>('/repos/ada/project/builds')).read();
  const latest = (await ask<Repo[]>('/user/repos?latest=true')).read();
  return { one, listed: list.find((build) => build.number === number), latest: latest[0]?.build };
}

it('shows each change of a cached build immediately', async () => {
  const api = runnerApiOf(server);
  const versions = new Set<number>();
  const check = async (status: string, steps: string[], focus?: Build['focus']) => {
    for (let round = 0; round < 2; round++) {
      const { one, listed, latest } = await look(1);
      const { stages = [], ...alone } = one;
      expect(one.status).toBe(status);
      expect(stages.flatMap((stage) => stage.steps ?? []).map((step) => step.status)).toEqual(
        steps,
      );
      const inList = { ...alone, ...(focus ? { focus } : {}) };
      expect(listed).toEqual(inList);
      expect(latest).toEqual(inList);
      versions.add(one.version);
    }
  };
  await check('pending', []);
  const { step } = await startNextStage(api);
  await check('running', ['running'], { stage: 1, step: 1 });
  await api.updateStep({
    params: { step: step.id },
    body: { ...step, status: 'success', stopped: 2 },
  });
  await check('running', ['success']);
  await ask('/repos/ada/project/builds/1', 'DELETE');
  await check('killed', ['success']);
  await setCard(server, step.id, { schema: 'https://a.example/card.json', data: {} });
  await check('killed', ['success']);
  expect((await look(1)).one.stages?.[0]?.steps?.[0]?.schema).toBe('https://a.example/card.json');
  expect(versions.size).toBe(5);
});

it('does not show a deleted build', async () => {
  await ask('/repos/ada/project/builds', 'POST');
  await look(1);
  await ask('/repos/ada/project/builds?before=2', 'DELETE');
  expect((await ask('/repos/ada/project/builds/1')).status).toBe(404);
  const list = (await ask<Build[]>('/repos/ada/project/builds')).read();
  expect(list.map((build) => build.number)).toEqual([2]);
});

it('orders pages and filters by number', async () => {
  for (let start = 0; start < 3; start++) await ask('/repos/ada/project/builds', 'POST');
  const numbers = async (query: string) =>
    (await ask<Build[]>(`/repos/ada/project/builds${query}`)).read().map((build) => build.number);
  expect(await numbers('?page=2&per_page=2')).toEqual([3, 2]);
  expect(await numbers('?per_page=3')).toEqual([5, 4, 3]);
  expect(await numbers('?branch=main&per_page=2')).toEqual([5, 4]);
  expect(await numbers('?branch=other')).toEqual([]);
});
