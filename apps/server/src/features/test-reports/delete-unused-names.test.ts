import { expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { storeReport } from '../../../testing/store-report.ts';
import { pushSampleRepo } from '../../../testing/test-server.ts';
import { deleteUnusedTestNames } from './delete-unused-names.ts';

const server = await serverOfFile();
await server.addUser('ada');
const pipeline = 'kind: pipeline\ntype: exec\nsteps: [{ name: unit, commands: [a] }]\n';
const repoId = (await pushSampleRepo(server, 'ada', 'mill', pipeline)).id;

const report = (...names: string[]) =>
  Buffer.from(
    `<testsuite>${names.map((name) => `<testcase name="${name}"/>`).join('')}</testsuite>`,
  );
const forget = () => deleteUnusedTestNames(server.core.db, new AbortController().signal);
const listNames = async () =>
  (
    await server.core.db
      .selectFrom('test_names')
      .select(['name', 'seen_in'])
      .orderBy('id')
      .execute()
  ).map(({ name, seen_in }) => `${name} ${seen_in}`);
const renumber = (number: number) =>
  server.core.db.updateTable('builds').set({ number }).where('repo_id', '=', repoId).execute();

it('deletes names when all builds that may contain them are deleted', async () => {
  const { step } = await startNextStage(runnerApiOf(server));
  const add = (...names: string[]) => storeReport(server, step.id, 'junit.xml', report(...names));
  await add('old', 'steady');
  await renumber(49);
  await add('steady', 'new');
  await forget();
  expect(await listNames()).toEqual(['old 1', 'steady 1', 'new 49']);
  await renumber(51);
  await add('steady');
  await forget();
  expect(await listNames()).toEqual(['steady 51', 'new 49']);
  await renumber(98);
  await forget();
  expect(await listNames()).toEqual(['steady 51', 'new 49']);
  await renumber(99);
  await forget();
  expect(await listNames()).toEqual(['steady 51']);
});
