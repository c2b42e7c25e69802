import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build } from '@millrace/contract/api';
import { expect, it, onTestFinished } from 'vitest';
import { runMillrace } from '../../testing/backup-commands.ts';
import { makeBuild } from '../../testing/make-build.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { makePostgresDatabase, removeTestDatabase } from '../../testing/test-database.ts';
import { bearer, pushSampleRepo, startTestServer } from '../../testing/test-server.ts';

it('moves an installation between SQLite and Postgres while its server runs', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-backup-postgres-'));
  const postgres = await makePostgresDatabase();
  onTestFinished(async () => {
    await removeTestDatabase(postgres);
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  });
  const key = { MILLRACE_SECRET_KEY: 'the key of this installation' };
  const source = await startTestServer({ database: 'SQLite', env: key });
  onTestFinished(() => source.stop());
  const ada = await source.addUser('ada');
  const { id } = await pushSampleRepo(source, 'ada');
  await makeBuild(source.core, id);

  const first = join(dir, 'sqlite.backup');
  const sqlite = { ...key, MILLRACE_DATA: source.core.config.dataDir };
  expect(await runMillrace(sqlite, ['backup', first])).toMatchObject({ exitCode: 0 });
  const onPostgres = { ...key, MILLRACE_DATA: join(dir, 'a'), MILLRACE_DATABASE_URL: postgres };
  expect(await runMillrace(onPostgres, ['restore', first])).toMatchObject({ exitCode: 0 });
  const again = await runMillrace(onPostgres, ['restore', first]);
  expect(again.output).toContain('is not empty');

  const server = await startServerProcess({ ...onPostgres, MILLRACE_RUNNER_CAPACITY: '0' });
  const second = join(dir, 'postgres.backup');
  expect(await runMillrace(onPostgres, ['backup', second])).toMatchObject({ exitCode: 0 });
  const running = await runMillrace({ ...onPostgres, MILLRACE_DATA: join(dir, 'c') }, [
    'restore',
    first,
    '--force',
  ]);
  expect(running.output).toContain('Servers use this database');
  const back = { ...key, MILLRACE_DATA: join(dir, 'b') };
  expect(await runMillrace(back, ['restore', second])).toMatchObject({ exitCode: 0 });
  const restored = await startServerProcess({ ...back, MILLRACE_RUNNER_CAPACITY: '0' });

  const read = async (url: string): Promise<Build[]> => {
    const headers = bearer(ada);
    const answer = await fetch(`${url}/api/repos/ada/project/builds`, { headers });
    return (await answer.json()) as Build[];
  };
  const builds = await read(source.url);
  expect(builds).toHaveLength(2);
  expect(await read(server.url)).toEqual(builds);
  expect(await read(restored.url)).toEqual(builds);
  await server.end('SIGKILL');
}, 60_000);
