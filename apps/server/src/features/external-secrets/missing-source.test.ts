import { afterAll, beforeAll, expect, it } from 'vitest';
import { execFilter, runnerApiOf } from '../../../testing/fake-work.ts';
import { registerRunner, runnersOf } from '../../../testing/register-runner.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
/** Accepts runners of existing servers, which may have secret extensions of their own. */
let open: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  open = await startTestServer({ env: { MILLRACE_RPC_SECRET: 'shared' } });
  for (const each of [server, open]) await each.addUser('ada');
});
afterAll(async () => {
  await server.stop();
  await open.stop();
});

const pipeline = (use: string) => `kind: pipeline
type: exec
name: first
environment: { A: { from_secret: ${use} } }
steps: [{ name: greet, commands: [echo hello] }]
---
kind: secret
name: token
get: { path: docker/hub, name: password }
`;

async function errorOf(name: string, use: string): Promise<string | undefined> {
  const { id } = await pushSampleRepo(server, 'ada', name, pipeline(use));
  const builds = server.core.db.selectFrom('builds').select('error').where('repo_id', '=', id);
  return (await builds.executeTakeFirst())?.error;
}

it('puts a build in error if a secret that it uses has no source', async () => {
  expect(await errorOf('uses', 'TOKEN')).toBe(
    '.drone.yml: The secret "token" has no source: for its path "docker/hub" and name "password" this ' +
      'server needs a secret extension, Vault or a folder of secrets. An administrator can configure one.',
  );
});

it('runs the build if a runner with a credential may have a source', async () => {
  const root = await server.addUser('root', { admin: true });
  const { id } = await registerRunner(server, root, runnersOf.server(), { name: 'one' });
  expect(await errorOf('registered', 'TOKEN')).toBe('');
  await server.core.db.deleteFrom('runner_credentials').where('id', '=', id).execute();
  expect(await errorOf('revoked', 'TOKEN')).toContain('has no source');
});

it('runs a build that does not use the secret', async () => {
  expect(await errorOf('does-not', 'other')).toBe('');
});

it.each([
  ['of Millrace ends the stage in error', 'tester'],
  ['of an existing server gets no secret', ''],
])('a runner %s, if runners may have sources of their own', async (_, runner) => {
  await pushSampleRepo(open, 'ada', `open-${runner || 'existing'}`, pipeline('token'));
  const api = runnerApiOf(open, runner);
  const queued = await api.requestStage({ body: execFilter }, AbortSignal.timeout(5000));
  const params = { stage: queued?.id ?? 0 };
  await api.acceptStage({ params, query: { machine: 'tester' } });
  const details = api.getStageDetails({ params });
  if (runner) await expect(details).rejects.toThrow('The secret "token" has no source');
  else expect((await details).secrets).toEqual([]);
});
