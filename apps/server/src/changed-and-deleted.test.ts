import { noOwnLimits } from '@millrace/build-host/files/artifact-limits';
import { expect, it } from 'vitest';
import { artifactsOf } from '../testing/artifacts-of.ts';
import { cronsOf } from '../testing/crons-of.ts';
import { makeBuild } from '../testing/make-build.ts';
import { serverOfFile } from '../testing/server-of-file.ts';
import { setCard } from '../testing/set-card.ts';
import { bearer, pushSampleRepo } from '../testing/test-server.ts';
import { SecretStore } from './features/secrets/secret-store.ts';
import { SummaryService } from './features/summaries/summary-service.ts';
import { TemplateStore } from './features/templates/template-store.ts';

const secret = {
  name: 'one',
  sealed: '',
  pullRequest: false,
  pullRequestPush: false,
  events: [],
  branches: [],
  images: [],
  lastUsed: 0,
  lastUsedBuild: 0,
  created: 1,
  updated: 1,
};

const server = await serverOfFile();
const ada = await server.addUser('ada', { admin: true });
const gone = { ...(await pushSampleRepo(server, 'ada')), id: 99 };

// Another call may delete a row between the lookup and the update.
it.each<[string, () => Promise<unknown>]>([
  ['a secret', () => new SecretStore(server.core.db).update(99, { updated: 1 })],
  ['a template', () => new TemplateStore(server.core.db).update(99, { updated: 1 })],
  ['a repository', () => server.core.repos.update(99, { updated: 1 })],
  ['an account', () => server.core.userStore.update(99, { updated: 1 })],
])('answers 404 to a change of %s that was deleted in the meantime', async (_, change) => {
  await expect(change()).rejects.toMatchObject({ status: 404, message: 'Not Found' });
});

it.each<[string, () => Promise<unknown>]>([
  ['a secret', () => new SecretStore(server.core.db).insert({ repoId: 99 }, secret)],
  [
    'a cron job',
    () =>
      cronsOf(server).cronService.create(
        gone,
        { name: 'x', branch: 'main', expr: '@daily' },
        { id: 1, login: 'ada' },
      ),
  ],
  ['a limit', () => artifactsOf(server).artifacts.setLimits(99, noOwnLimits)],
  ['a grant', () => server.core.repos.grant(1, 99, 'read')],
  ['a session', () => server.core.sessions.create(99, { address: '', browser: '' })],
  ['a card', () => setCard(server, 99, { schema: 'https://a.example/card.json', data: {} })],
  ['a summary', () => new SummaryService(server.core).set(99, Buffer.from('x'))],
  ['a build', () => makeBuild(server.core, 99)],
])(
  'answers 404 to %s for a repository or account that was deleted in the meantime',
  async (_, add) => {
    await expect(add()).rejects.toMatchObject({ status: 404, message: 'Not Found' });
  },
);

it('changes and deletes concurrently without a server error', async () => {
  const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload: object) =>
    server.app.inject({ method, url: `/api${path}`, headers: bearer(ada), payload });
  const path = '/repos/ada/project/secrets';
  for (let round = 0; round < 5; round++) {
    await call('POST', path, { name: 'one', data: 'x' });
    const answers = await Promise.all([
      call('DELETE', `${path}/one`, {}),
      ...[1, 2, 3].map((data) => call('PATCH', `${path}/one`, { data: `${data}` })),
    ]);
    for (const { statusCode } of answers) expect([200, 204, 404]).toContain(statusCode);
  }
});
