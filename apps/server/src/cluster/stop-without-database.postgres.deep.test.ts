import { expect, it, onTestFinished } from 'vitest';
import { query, startPostgres } from '../../testing/postgres.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { createWorkTree, samplePipeline } from '../../testing/test-server.ts';

it('exits when it is stopped while its database is unreachable', async () => {
  const postgres = await startPostgres();
  if (!postgres) throw new Error('There is no Postgres for this machine');
  onTestFinished(() => postgres.remove());
  const server = await startServerProcess({
    MILLRACE_DATABASE_URL: postgres.urlOf('postgres'),
    MILLRACE_EXEC_VIEW: 'host',
  });
  const tree = await createWorkTree(server, 'admin', 'admin/mill');
  await tree.commit({ '.drone.yml': samplePipeline.replace('echo hello', 'sleep 1000') });
  await tree.git('push', '--quiet', 'origin', 'HEAD:main');
  const running = `select 1 from steps where status = 'running'`;
  await expect.poll(async () => (await query(postgres.urlOf('postgres'), running)).length).toBe(1);
  await postgres.stop('SIGKILL');
  expect(await server.end('SIGTERM')).toBe(0);
});
