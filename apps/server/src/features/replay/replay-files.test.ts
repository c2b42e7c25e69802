import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

const builds = '/api/repos/ada/project/builds/1';

let server: TestServer;
let ada: { id: number; token: string };
beforeEach(async () => {
  server = await startTestServer({ env: { MILLRACE_REPLAY_FILES_MB: '1' } });
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
});
afterEach(() => server.stop());

const upload = (stepId: number, content: string | Buffer) =>
  runnerApiOf(server).sendFile({
    params: { step: stepId },
    query: { kind: 'replay', path: 'replay' },
    file: {
      size: content.length,
      async *read() {
        yield Buffer.from(content);
      },
    },
  });
const get = (url: string, who: { token: string } = ada) =>
  server.app.inject({ url: `${builds}${url}`, headers: bearer(who) });

/** Makes the build that of a fork. */
const makeFork = () =>
  server.core.db.updateTable('builds').set({ source_repo: 'eve/project' }).execute();

describe('files for a replay', () => {
  it('are downloaded by those who may write, and are no artifacts', async () => {
    const { step } = await startNextStage(runnerApiOf(server));
    expect((await get('/replay/1/1')).json()).toEqual({
      message: 'No files are stored for this step',
      code: 'missing',
    });
    await upload(step.id, 'archive');
    const answer = await get('/replay/1/1');
    expect([answer.statusCode, answer.body]).toEqual([200, 'archive']);
    expect(answer.headers['content-type']).toBe('application/zstd');
    expect((await get('/replay/1/1', await server.addUser('eve'))).statusCode).toBe(404);
    expect((await get('')).json().artifacts).toBeUndefined();
    expect((await get('/artifacts')).json()).toEqual([]);
    expect((await get('/artifacts/archive')).statusCode).toBe(404);
    for (const path of ['/replay-files', '%2Freplay-files', 'replay-files']) {
      expect((await get(`/artifacts/1/1/${path}`)).statusCode).toBe(404);
    }
  });

  it('are deleted with the artifacts of the build', async () => {
    const { step } = await startNextStage(runnerApiOf(server));
    await upload(step.id, 'archive');
    await server.app.inject({
      method: 'DELETE',
      url: `${builds}/artifacts`,
      headers: bearer(ada),
    });
    expect((await get('/replay/1/1')).statusCode).toBe(404);
  });

  it('are refused beyond the limit, and for forks', async () => {
    const { step } = await startNextStage(runnerApiOf(server));
    await expect(upload(step.id, Buffer.alloc(1_000_001))).rejects.toThrow('the limit is 1 MB');
    await makeFork();
    await expect(upload(step.id, 'archive')).rejects.toThrow('Builds of forks store no files');
  });

  it('are permitted by the details of a stage, except for forks', async () => {
    const { stage } = await startNextStage(runnerApiOf(server));
    const read = () => runnerApiOf(server).getStageDetails({ params: { stage: stage.id } });
    expect(await read()).toMatchObject({ replayFilesBytes: 1_000_000 });
    await makeFork();
    expect(await read()).not.toHaveProperty('replayFilesBytes');
  });
});
