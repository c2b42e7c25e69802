import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.addUser('ada');
});
afterAll(() => server.stop());

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

it('runs a build that does not use the secret', async () => {
  expect(await errorOf('does-not', 'other')).toBe('');
});
