import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Stage, Step } from '@millrace/contract/api';
import { FileRefusal, type RunnerApi, RunnerConflict } from '@millrace/contract/runner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { artifactsOf } from '../../../testing/artifacts-of.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { rpcClient, rpcEnvironment } from '../../../testing/rpc-client.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { uploadArtifact } from '../../../testing/upload-artifact.ts';

const pipeline = (name: string, more = '') =>
  `kind: pipeline\ntype: exec\nname: ${name}\n${more}steps: [{ name: greet, commands: [a] }]\n`;
const file = [
  pipeline('build'),
  pipeline('test', 'depends_on: [build]\n'),
  pipeline('deploy', 'depends_on: [test]\nartifacts_from: [build]\n'),
].join('---\n');

let server: TestServer;
let ada: { token: string };
let api: RunnerApi;

beforeEach(async () => {
  server = await startTestServer({ env: rpcEnvironment });
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada', 'project', file);
  api = runnerApiOf(server);
});
afterEach(() => server.stop());

async function finish(
  { stage, step }: { stage: Stage; step: Step },
  status: 'success' | 'failure' = 'success',
) {
  const end = { status, exit_code: status === 'success' ? 0 : 1, stopped: 2 };
  const ended = await api.updateStep({ params: { step: step.id }, body: { ...step, ...end } });
  const body = { ...stage, ...end, steps: [ended] };
  await api.updateStage({ params: { stage: stage.id }, body });
}

/** Restarts the failed stages. */
async function restart() {
  const url = '/api/repos/ada/project/builds/1?only=failed';
  const { statusCode } = await server.app.inject({ method: 'POST', url, headers: bearer(ada) });
  expect(statusCode).toBe(200);
}

/** Runs the next stage, with artifacts of these contents. */
async function runNext(contents: Record<string, string> = {}) {
  const run = await startNextStage(api);
  for (const [path, content] of Object.entries(contents)) {
    await uploadArtifact(api, run.step.id, path, content);
  }
  await finish(run);
  return run;
}

const list = ({ id }: Step, stage = 'build', from = api) =>
  from.listEarlierArtifacts({ params: { step: id }, query: { stage } });

async function load({ id: step }: Step, artifact: number, from = api): Promise<string> {
  const content = await from.loadEarlierArtifact({ params: { step, artifact } });
  return (await buffer(Readable.from(content.read()))).toString();
}

describe('a running step', () => {
  it('gets the artifacts of stages before its own', async () => {
    const build = await startNextStage(api);
    await uploadArtifact(api, build.step.id, 'dist/app', 'app', { executable: 'true' });
    await uploadArtifact(api, build.step.id, 'dist/link', 'app', { kind: 'link' });
    await finish(build);
    await runNext();
    const { step } = await startNextStage(api);
    const { artifacts, next } = await list(step);
    expect(next).toBeNull();
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    const about = { id: expect.any(Number), size: 3, sha256 };
    expect(artifacts).toEqual([
      { ...about, path: 'dist/app', isExecutable: true, linkTarget: null },
      { ...about, path: 'dist/link', isExecutable: false, linkTarget: 'app' },
    ]);
    expect(await load(step, artifacts[0]?.id ?? 0)).toBe('app');
    expect(await list(step, 'test')).toEqual({ artifacts: [], next: null });
  });

  it('gets long lists in pages', async () => {
    const build = await startNextStage(api);
    await uploadArtifact(api, build.step.id, 'a0000', 'a');
    const { db } = server.core;
    const row = await db.selectFrom('artifacts').selectAll().executeTakeFirstOrThrow();
    const { id: _, ...copied } = row;
    const paths = Array.from({ length: 1000 }, (_, at) => `a${String(at + 1).padStart(4, '0')}`);
    for (const part of [paths.slice(0, 500), paths.slice(500)]) {
      const rows = part.map((path) => ({ ...copied, path, key: path }));
      await db.insertInto('artifacts').values(rows).execute();
    }
    await finish(build);
    await runNext();
    const { step } = await startNextStage(api);
    const first = await list(step);
    expect(first.artifacts).toHaveLength(1000);
    const query = { stage: 'build', after: first.next ?? '' };
    const second = await api.listEarlierArtifacts({ params: { step: step.id }, query });
    expect(second.artifacts.map(({ path }) => path)).toEqual(['a1000']);
    expect(second.next).toBeNull();
  });

  it('gets those of the kept stage after a restart of the failed ones', async () => {
    await runNext({ a: 'first' });
    await runNext();
    await finish(await startNextStage(api), 'failure');
    await restart();
    const again = await startNextStage(api);
    expect(again.stage.name).toBe('deploy');
    const [kept] = (await list(again.step)).artifacts;
    expect(await load(again.step, kept?.id ?? 0)).toBe('first');
  });

  it('gets those of the new attempt of a stage that was restarted', async () => {
    const build = await startNextStage(api);
    await uploadArtifact(api, build.step.id, 'old', 'first');
    await finish(build, 'failure');
    await restart();
    await runNext({ new: 'second' });
    await runNext();
    const { step } = await startNextStage(api);
    expect((await list(step)).artifacts.map(({ path }) => path)).toEqual(['new']);
  });
});

describe('the server refuses', () => {
  it('artifacts of a stage that is not depended on', async () => {
    const build = await startNextStage(api);
    await uploadArtifact(api, build.step.id, 'a', 'own');
    const own = await server.core.db.selectFrom('artifacts').select('id').executeTakeFirstOrThrow();
    for (const stage of ['build', 'deploy', 'missing']) {
      await expect(list(build.step, stage)).rejects.toThrow(
        `This stage does not depend on "${stage}"`,
      );
    }
    await expect(load(build.step, own.id)).rejects.toThrow(FileRefusal);
    await expect(load(build.step, own.id + 999)).rejects.toThrow('The artifact was deleted');
  });

  it('artifacts of another build', async () => {
    await runNext({ a: 'secret' });
    await runNext();
    const other = await server.core.db
      .selectFrom('artifacts')
      .select('id')
      .executeTakeFirstOrThrow();
    await pushSampleRepo(server, 'ada', 'second', file);
    await finish(await startNextStage(api));
    await runNext();
    const { step } = await startNextStage(api);
    await expect(load(step, other.id)).rejects.toThrow(FileRefusal);
  });

  it('other runners and finished steps', async () => {
    await runNext({ a: 'a' });
    await runNext();
    const run = await startNextStage(api);
    const [artifact] = (await list(run.step)).artifacts;
    const id = artifact?.id ?? 0;
    const other = runnerApiOf(server, 'other');
    await expect(list(run.step, 'build', other)).rejects.toThrow(RunnerConflict);
    await expect(load(run.step, id, other)).rejects.toThrow(RunnerConflict);
    const path = `/step/${run.step.id}/artifacts`;
    const guest = rpcClient(server, { headers: {} });
    for (const call of [`${path}?stage=build`, `${path}/${id}`]) {
      expect((await guest('GET', call)).status).toBe(401);
    }
    await finish(run);
    await expect(list(run.step)).rejects.toThrow(RunnerConflict);
    await expect(load(run.step, id)).rejects.toThrow(RunnerConflict);
  });

  it('a list of which artifacts were deleted', async () => {
    const { step: owner } = await runNext({ a: 'a', b: 'b' });
    await runNext();
    const { step } = await startNextStage(api);
    const [artifact] = (await list(step)).artifacts;
    await artifactsOf(server).artifacts.delete(owner.id, 'a');
    await expect(list(step)).rejects.toThrow('Artifacts of the step "greet" were deleted');
    await expect(load(step, artifact?.id ?? 0)).rejects.toThrow('The artifact was deleted');
    const url = '/api/repos/ada/project/builds/1/replay';
    const replay = await server.app.inject({ url, headers: bearer(ada) });
    expect(replay.json()).toMatchObject({ deleted_artifacts: ['build'] });
  });

  it('a file that the object store has lost', async () => {
    await runNext({ a: 'a' });
    await runNext();
    const { step } = await startNextStage(api);
    const [artifact] = (await list(step)).artifacts;
    await server.core.db
      .updateTable('artifacts')
      .set({ sha256: '0'.repeat(64) })
      .execute();
    await expect(load(step, artifact?.id ?? 0)).rejects.toThrow('The object store has lost');
  });
});

it('does not count a replaced file as deleted', async () => {
  const build = await startNextStage(api);
  for (const content of ['old', 'new']) await uploadArtifact(api, build.step.id, 'a', content);
  await finish(build);
  await runNext();
  const { step } = await startNextStage(api);
  const [artifact] = (await list(step)).artifacts;
  expect(await load(step, artifact?.id ?? 0)).toBe('new');
});
