import { describe, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../../testing/test-server.ts';

const server = await serverOfFile();
const ada = await server.addUser('ada');
await pushSampleRepo(server, 'ada');

const call = async (method: 'GET' | 'DELETE') => {
  const url = '/api/repos/ada/project/builds/1/logs/1/1';
  const answer = await server.app.inject({ method, url, headers: bearer(ada) });
  return { status: answer.statusCode, body: answer.body ? answer.json() : null };
};

describe('deleting a log', () => {
  it('requires a finished step, and leaves no log instead of an empty one', async () => {
    const api = runnerApiOf(server);
    const { step } = await startNextStage(api);
    expect(await call('GET')).toEqual({ status: 200, body: [] });
    const line = { pos: 0, out: 'hello\n', time: 0 };
    await api.appendLogs({ params: { step: step.id }, body: [line] });
    expect((await call('DELETE')).status).toBe(400);
    await api.updateStep({ params: { step: step.id }, body: { ...step, status: 'success' } });
    expect(await call('GET')).toEqual({ status: 200, body: [line] });
    expect(await call('DELETE')).toEqual({ status: 204, body: null });
    const gone = {
      status: 404,
      body: { message: 'sql: no rows in result set', code: 'missing' },
    };
    expect(await call('GET')).toEqual(gone);
  });
});
