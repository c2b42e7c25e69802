import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunnerConflict } from '@millrace/contract/runner';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { execFilter, runnerApiOf } from '../../../testing/fake-work.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { startStubVault } from '../../../testing/vault/stub-vault.ts';
import { callVault, type VaultUnderTest } from '../../../testing/vault/vault-under-test.ts';

let vault: VaultUnderTest;
let folder: string;
let server: TestServer;
beforeAll(async () => {
  vault = await startStubVault();
  await callVault(vault, 'secret/data/millrace/ada/both/db', { data: { password: 'of vault' } });
  folder = await mkdtemp(join(tmpdir(), 'millrace-secrets-'));
  await mkdir(join(folder, 'ada/both/files'), { recursive: true });
  await writeFile(join(folder, 'ada/both/files/key'), 'of the folder');
  server = await startTestServer({
    env: {
      MILLRACE_VAULT_ADDR: vault.url,
      MILLRACE_VAULT_TOKEN: vault.rootToken,
      MILLRACE_SECRETS_DIR: folder,
    },
  });
  await server.addUser('ada');
});
afterAll(async () => {
  await server.stop();
  await vault.stop();
  await rm(folder, { recursive: true });
});

const pipeline = `kind: pipeline
type: exec
name: first
environment: { A: { from_secret: a }, B: { from_secret: b } }
steps: [{ name: greet, commands: [echo hello] }]
---
kind: secret
name: a
get: { path: secret/data/millrace/ada/both/db, name: password }
---
kind: secret
name: b
get: { path: ada/both/files, name: key }
`;

async function claim(name: string) {
  const { id } = await pushSampleRepo(server, 'ada', name, pipeline);
  const api = runnerApiOf(server);
  const queued = await api.requestStage({ body: execFilter }, AbortSignal.timeout(5000));
  if (queued?.repo_id !== id) throw new Error('The stage is not queued');
  const params = { stage: queued.id };
  await api.acceptStage({ params, query: { machine: 'tester' } });
  return { id: queued.id, details: api.getStageDetails({ params }) };
}

it('gives a stage secrets of Vault and of the folder', async () => {
  const { details } = await claim('both');
  expect((await details).secrets?.map(({ name, data }) => [name, data])).toEqual([
    ['a', 'of vault'],
    ['b', 'of the folder'],
  ]);
});

it('does not store them', async () => {
  const { db } = server.core;
  const tables = await db.introspection.getTables();
  const reads = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db));
  const rows = (await Promise.all(reads)).flatMap((table) => table.rows);
  expect(JSON.stringify(rows)).not.toMatch(/of vault|of the folder/);
});

it('ends the stage of another repository in error, with what each source lacks', async () => {
  const { id, details } = await claim('other');
  await expect(details).rejects.toThrow(RunnerConflict);
  expect(await server.core.stages.findById(id)).toMatchObject({
    status: 'error',
    error:
      'The secret "a" (path "secret/data/millrace/ada/both/db" and name "password"): Vault has no path ' +
      '"secret/millrace/ada/both/db" that ada/other may read; The folder of secrets has no path ' +
      '"secret/data/millrace/ada/both/db" that ada/other may read',
  });
});
