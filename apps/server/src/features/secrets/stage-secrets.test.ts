import { afterAll, beforeAll, expect, it } from 'vitest';
import { secretsOf } from '../../../testing/secrets-of.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import type { Repo } from '../../domain/repo.ts';

let server: TestServer;
let repo: Repo;
beforeAll(async () => {
  server = await startTestServer();
  await server.addUser('ada');
  repo = await pushSampleRepo(server, 'ada');
  const secrets = secretsOf(server);
  const add = (scope: 'repo' | 'org', name: string, forPullRequests: boolean) =>
    secrets.create(scope === 'repo' ? { repoId: repo.id } : { namespace: 'ada' }, {
      name,
      data: `${scope} ${name}`,
      pull_request: forPullRequests,
    });
  await add('repo', 'both', false);
  await add('org', 'both', true);
  await add('repo', 'own', true);
  await add('org', 'shared', true);
  await add('org', 'guarded', false);
  await secrets.create({ namespace: 'bob' }, { name: 'foreign', data: 'not for ada' });
});
afterAll(() => server.stop());

const valuesFor = async (event: 'push' | 'pull_request', config = '') =>
  (await server.ports.findStageSecrets(repo, event, config)).map((secret) => secret.data).sort();

it('returns secrets of the repository and its organization; the repository takes precedence', async () => {
  expect(await valuesFor('push')).toEqual(['org guarded', 'org shared', 'repo both', 'repo own']);
});

it('returns only allowed secrets to a pull request, and no replacement for others', async () => {
  expect(await valuesFor('pull_request')).toEqual(['org shared', 'repo own']);
});

it('lets a pipeline file use a secret by another name, with the same limits', async () => {
  const document = (name: string, kept: string) =>
    `kind: secret\nname: ${name}\nget: { name: ${kept} }\n---\n`;
  const config =
    document('alias', 'shared') + document('locked', 'guarded') + document('own', 'both');
  const names = async (event: 'push' | 'pull_request') =>
    (await server.ports.findStageSecrets(repo, event, config)).map(
      (secret) => `${secret.name}: ${secret.data}`,
    );
  expect(await names('push')).toEqual(
    expect.arrayContaining(['alias: org shared', 'locked: org guarded', 'own: repo own']),
  );
  const forPullRequests = await names('pull_request');
  expect(forPullRequests).toContain('alias: org shared');
  expect(forPullRequests.join()).not.toContain('guarded');
});

it('never replaces a secret from outside of the server by one of its own', async () => {
  const external = (name: string, key: string) =>
    `kind: secret\nname: ${name}\nget: { path: docker, name: ${key} }\n---\n`;
  const config = external('alias', 'shared') + external('own', 'both');
  const found = await server.ports.findStageSecrets(repo, 'push', config);
  expect(found.map(({ name }) => name).sort()).toEqual(['both', 'guarded', 'shared']);
});
