import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newRunnerId } from '../../testing/rpc-client.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { OpenStages } from './open-stages.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await server.addUser('ada');
});
afterEach(() => server.stop());

it('reads each state of a stage once', async () => {
  const { stages, repos } = server.core;
  const open = new OpenStages(stages);
  const isCurrent = async () => expect(await open.list()).toEqual(await stages.listOpen());
  const readById = vi.spyOn(stages, 'listOpenByIds');
  await isCurrent();
  const repo = await pushSampleRepo(server, 'ada', 'one');
  await pushSampleRepo(server, 'ada', 'two');
  await isCurrent();
  expect(readById).toHaveBeenLastCalledWith([1, 2, 3, 4]);
  await isCurrent();
  expect(readById).toHaveBeenCalledTimes(1);

  const claim = { kind: 'claimStage' as const, stageId: 1, machine: 'one', runner: newRunnerId() };
  await server.core.changeBuild.send({ stage: 1 }, claim);
  await isCurrent();
  expect(readById).toHaveBeenLastCalledWith([1]);
  await repos.update(repo.id, { throttle: 3 });
  await isCurrent();
  expect(readById).toHaveBeenLastCalledWith([1, 2]);
  await server.core.changeBuild.send({ build: 1 }, { kind: 'cancel', login: 'ada' });
  expect((await open.list()).map(({ id }) => id)).toEqual([3, 4]);
  await isCurrent();
  expect(readById).toHaveBeenCalledTimes(3);
});

it('reads the whole list if most of it has changed', async () => {
  const { stages } = server.core;
  await pushSampleRepo(server, 'ada');
  const [one] = await stages.listOpen();
  if (!one) throw new Error('There is no stage');
  const many = Array.from({ length: 300 }, (_, at) => ({ ...one, id: at + 1 }));
  const open = new OpenStages({
    listOpen: async () => many,
    listOpenByIds: async () => [],
    listOpenStates: async () => many,
  });
  expect(await open.list()).toEqual(many);
  expect(await open.list()).toEqual(many);
});
