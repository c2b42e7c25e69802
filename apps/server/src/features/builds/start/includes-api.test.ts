import type { Build } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';
import type { Cron } from '../../../domain/cron.ts';

let server: TestServer;
let ada: { token: string };
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  await server.addUser('bob');
});
afterEach(() => server.stop());

const shared = 'kind: pipeline\ntype: exec\nname: lint\nsteps: [{ name: a, commands: [a] }]\n';
const include = (repository: string) =>
  `include: { repository: ${repository}, path: .drone.yml }\n`;

async function pushIncluding(repository: string): Promise<Build> {
  await pushSampleRepo(server, 'ada', 'project', include(repository));
  const url = '/api/repos/ada/project/builds/1';
  return (await server.app.inject({ url, headers: bearer(ada) })).json();
}

it('includes a file of another repository of the person who pushed', async () => {
  await pushSampleRepo(server, 'ada', 'shared', shared);
  const build = await pushIncluding('ada/shared');
  expect([build.status, build.stages?.map(({ name }) => name)]).toEqual(['pending', ['lint']]);
});

it.each(['bob/shared', 'bob/gone'])(
  'does not tell private repositories from missing ones: %s',
  async (slug) => {
    await pushSampleRepo(server, 'bob', 'shared', shared);
    const build = await pushIncluding(slug);
    const reason = `there is no repository ${slug} that ada may read`;
    expect([build.status, build.error]).toEqual(['error', `.drone.yml: line 1: ${reason}`]);
  },
);

it('reads for a cron job what the account of the repository may read', async () => {
  await pushSampleRepo(server, 'ada', 'shared', shared);
  const repo = await pushSampleRepo(server, 'ada', 'project', include('ada/shared'));
  const cron = { name: 'nightly', branch: 'main', target: '' } as Cron;
  const build = await server.ports.startCronBuild(repo, cron, '@cron');
  expect([build?.status, build?.error]).toEqual(['pending', '']);
});
