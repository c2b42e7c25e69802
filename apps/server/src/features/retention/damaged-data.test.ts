import type { AuditEvent, Build, RetentionPreview } from '@millrace/contract/api';
import { expect, it, onTestFinished } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { makeBuild } from '../../../testing/make-build.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

const pipeline =
  'kind: pipeline\ntype: exec\nname: first\nsteps: [{ name: greet, commands: [a] }]\n';
const day = 86_400;

/** Starts a server with two repositories, each with a finished build that has a log, and a newer build. */
async function startServer() {
  let nowSec = 1_700_000_000;
  const clock = {
    nowSec: () => nowSec,
    nowMs: () => nowSec * 1000,
    wait: async () => undefined,
  };
  const server = await startTestServer({ clock, env: { MILLRACE_LOG_DAYS: '30' } });
  onTestFinished(() => server.stop());
  const ada = await server.addUser('ada');
  const root = await server.addUser('root', { admin: true });
  const steps: number[] = [];
  for (const name of ['first', 'second']) {
    const { id } = await pushSampleRepo(server, 'ada', name, pipeline);
    const api = runnerApiOf(server);
    const { step, stage } = await startNextStage(api);
    const body = [{ pos: 0, out: 'hello\n', time: 0 }];
    await api.appendLogs({ params: { step: step.id }, body });
    const done = { status: 'success', stopped: nowSec } as const;
    await api.updateStep({ params: { step: step.id }, body: { ...step, ...done } });
    await api.updateStage({ params: { stage: stage.id }, body: { ...stage, ...done } });
    await makeBuild(server.core, id);
    steps.push(step.id);
  }
  nowSec += 31 * day;
  const read = async <Result>(path: string, user: { token: string } = ada) =>
    (await server.app.inject({ url: path, headers: bearer(user) })).json() as Result;
  const [first = 0] = steps;
  return {
    server,
    first,
    preview: (name: string) =>
      read<RetentionPreview>(`/api/repos/ada/${name}/retention/preview?build_count=1`),
    /** Lists the steps with logs. */
    listLogs: async () => {
      const rows = await server.core.db
        .selectFrom('log_blocks')
        .select('step_id')
        .orderBy('step_id')
        .execute();
      return rows.map(({ step_id }) => step_id);
    },
    readBuild: (name: string) => read<Build>(`/api/repos/ada/${name}/builds/1`),
    readDeletions: () => read<AuditEvent[]>('/api/audit?action=retention.delete', root),
    set: (name: string, limits: object) =>
      server.app.inject({
        method: 'PUT',
        url: `/api/repos/ada/${name}/retention`,
        headers: bearer(ada),
        payload: limits,
      }),
  };
}

/** Adds a log in object storage whose frames are damaged. Returns its id. */
async function addLogObject({ core }: TestServer, of: { step_id: number }): Promise<number> {
  const { id } = await core.db
    .insertInto('log_objects')
    .values({
      key: 'damaged.zst',
      first_pos: 0,
      last_pos: 1,
      frames: '{',
      next_line: null,
      due: null,
      tries: 0,
      ...of,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

it('skips a log that cannot be read, reports its build, and deletes it after the repair', async () => {
  const { server, first, preview, readBuild, readDeletions } = await startServer();
  const object = await addLogObject(server, { step_id: first });
  expect(await preview('first')).toMatchObject({ log: { builds: 0 }, unreadable: 1 });
  expect(await preview('second')).not.toHaveProperty('unreadable');
  await server.runJob('applyRetention');
  expect(await readBuild('first')).not.toHaveProperty('expired');
  expect(await readBuild('second')).toMatchObject({ expired: ['log'] });
  expect(await readDeletions()).toMatchObject([{ repo: 'ada/second', details: { logs: 1 } }]);
  await server.core.db
    .updateTable('log_objects')
    .set({ frames: '[]' })
    .where('id', '=', object)
    .execute();
  await server.runJob('applyRetention');
  expect(await readBuild('first')).toMatchObject({ expired: ['log'] });
});

it('skips a build whose row cannot be read, and deletes the logs of others', async () => {
  const { server, listLogs, readBuild, first } = await startServer();
  await server.core.db
    .updateTable('builds')
    .set({ params: '{' })
    .where('number', '=', 1)
    .where('repo_id', '=', 1)
    .execute();
  await server.runJob('applyRetention');
  expect(await listLogs()).toEqual([first]);
  await server.core.db.updateTable('builds').set({ params: '{}' }).execute();
  await server.runJob('applyRetention');
  expect(await listLogs()).toEqual([]);
  expect(await readBuild('first')).toMatchObject({ expired: ['log'] });
  expect(await readBuild('second')).toMatchObject({ expired: ['log'] });
});

it('deletes builds whose rows cannot be read', async () => {
  const { server, set } = await startServer();
  await server.core.db
    .updateTable('builds')
    .set({ expired: '{', params: '{' })
    .where('number', '=', 1)
    .execute();
  await set('first', { build_count: 1 });
  await server.runJob('applyRetention');
  const remaining = await server.core.db
    .selectFrom('builds')
    .select('number')
    .where('repo_id', '=', 1)
    .execute();
  expect(remaining).toEqual([{ number: 2 }]);
});
