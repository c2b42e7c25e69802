import { afterAll, beforeAll, expect, it } from 'vitest';
import { encryptAsDrone, signAsDrone } from '../../../testing/drone/drone-values.ts';
import { listSecretsFor } from '../../../testing/secrets-of.ts';
import {
  pushSampleRepo,
  samplePipeline,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import type { Repo } from '../../domain/repo.ts';

const key = 'a key of Drone with 32 letters..';
let server: TestServer;
let repo: Repo;
beforeAll(async () => {
  server = await startTestServer();
  await server.addUser('ada');
  repo = await pushSampleRepo(server, 'ada');
  await server.ports.saveImportedKey(server.core.db, repo.id, key);
});
afterAll(() => server.stop());

const documents = samplePipeline.split('---\n');

it('verifies signatures that Drone made', async () => {
  const { isSigned } = server.ports;
  expect(await isSigned(repo, signAsDrone(key, documents))).toBe(true);
  expect(await isSigned(repo, signAsDrone('x'.repeat(32), documents))).toBe(false);
});

it('decrypts values that Drone encrypted, except for pull requests', async () => {
  const data = encryptAsDrone(key, 'hush').toString('base64');
  const lost = encryptAsDrone('x'.repeat(32), 'lost').toString('base64');
  const config = `kind: secret\nname: a\ndata: ${data}\n---\nkind: secret\nname: b\ndata: ${lost}\n---\n`;
  const found = await listSecretsFor(server.ports, repo, 'push', config);
  expect(found).toEqual([{ name: 'a', data: 'hush' }]);
  expect(await listSecretsFor(server.ports, repo, 'pull_request', config)).toEqual([]);
});
