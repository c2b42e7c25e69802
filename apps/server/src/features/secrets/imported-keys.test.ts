import { expect, it } from 'vitest';
import { encryptAsDrone, signAsDrone } from '../../../testing/drone/drone-values.ts';
import { fileHandlersOf } from '../../../testing/file-handlers-of.ts';
import { listSecretsFor } from '../../../testing/secrets-of.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { pushSampleRepo, samplePipeline } from '../../../testing/test-server.ts';

const key = 'a key of Drone with 32 letters..';
const server = await serverOfFile();
await server.addUser('ada');
const repo = await pushSampleRepo(server, 'ada');
const [imports] = server.features.contributed.imports.filter(({ repoKey }) => repoKey);
await imports?.repoKey?.(server.core.db, repo.id, key);

const documents = samplePipeline.split('---\n');

it('verifies signatures that Drone made', async () => {
  const handlers = fileHandlersOf(server);
  expect(await handlers.isSigned(repo, signAsDrone(key, documents))).toBe(true);
  expect(await handlers.isSigned(repo, signAsDrone('x'.repeat(32), documents))).toBe(false);
});

it('decrypts values that Drone encrypted, except for pull requests', async () => {
  const data = encryptAsDrone(key, 'hush').toString('base64');
  const lost = encryptAsDrone('x'.repeat(32), 'lost').toString('base64');
  const config = `kind: secret\nname: a\ndata: ${data}\n---\nkind: secret\nname: b\ndata: ${lost}\n---\n`;
  const found = await listSecretsFor(server, repo, 'push', config);
  expect(found).toEqual([{ name: 'a', data: 'hush' }]);
  expect(await listSecretsFor(server, repo, 'pull_request', config)).toEqual([]);
});
