import { expect, it } from 'vitest';
import { listSecretsFor, secretsOf } from '../../../testing/secrets-of.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { readInputsFor } from '../../../testing/stage-inputs.ts';
import { pushSampleRepo } from '../../../testing/test-server.ts';

const server = await serverOfFile();
await server.addUser('ada');
const repo = await pushSampleRepo(server, 'ada');
const secrets = secretsOf(server);
const owners = {
  repo: { repoId: repo.id },
  org: { namespace: 'ada' },
  server: 'server',
} as const;
const add = (scope: keyof typeof owners, name: string, forPullRequests: boolean) =>
  secrets.create(owners[scope], {
    name,
    data: `${scope} ${name}`,
    pull_request: forPullRequests,
  });
await add('repo', 'both', false);
await add('org', 'both', true);
await add('repo', 'own', true);
await add('org', 'shared', true);
await add('org', 'guarded', false);
await add('server', 'everywhere', true);
await add('server', 'shared', true);
await secrets.create({ namespace: 'bob' }, { name: 'foreign', data: 'not for ada' });

const valuesFor = async (event: 'push' | 'pull_request', config = '') =>
  (await listSecretsFor(server, repo, event, config)).map((secret) => secret.data).sort();

it('prefers secrets of the repository to those of its organization and of the server', async () => {
  expect(await valuesFor('push')).toEqual([
    'org guarded',
    'org shared',
    'repo both',
    'repo own',
    'server everywhere',
  ]);
});

it('returns only allowed secrets to a pull request, and no replacement for others', async () => {
  expect(await valuesFor('pull_request')).toEqual(['org shared', 'repo own', 'server everywhere']);
});

it('lets a pipeline file use a secret by another name, with the same limits', async () => {
  const document = (name: string, kept: string) =>
    `kind: secret\nname: ${name}\nget: { name: ${kept} }\n---\n`;
  const config =
    document('alias', 'shared') + document('locked', 'guarded') + document('own', 'both');
  const names = async (event: 'push' | 'pull_request') =>
    (await listSecretsFor(server, repo, event, config)).map(
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
  const found = await listSecretsFor(server, repo, 'push', config);
  expect(found.map(({ name }) => name).sort()).toEqual(['both', 'everywhere', 'guarded', 'shared']);
});

const use = (secret: string) => `    ${secret}: { from_secret: ${secret} }\n`;
const pipeline = (steps: string) => `kind: pipeline\nname: build\nsteps:\n${steps}`;
const namesFor = async (config: string, build: object = {}) => {
  const stage = { build: { number: 7, ...build }, config, name: 'build' };
  return (await readInputsFor(server, repo, stage)).secrets.map(({ name }) => name).sort();
};

it('returns only the secrets that the stage uses, and records their use', async () => {
  await secretsOf(server).create({ repoId: repo.id }, { name: 'used', data: 'sesame' });
  await secretsOf(server).create({ repoId: repo.id }, { name: 'unused', data: 'sesame' });
  const config = pipeline(`- name: a\n  image: b\n  environment:\n${use('USED')}${use('shared')}`);
  expect(await namesFor(config)).toEqual(['shared', 'used']);
  const list = await secretsOf(server).list({ repoId: repo.id });
  const uses = list.map(({ name, lastUsed, lastUsedBuild }) => [name, lastUsed > 0, lastUsedBuild]);
  expect(uses).toContainEqual(['used', true, 7]);
  expect(uses).toContainEqual(['unused', false, 0]);
});

it('names the secrets that a stage uses and may not, but not for pull requests', async () => {
  const secrets = secretsOf(server);
  const data = 'sesame';
  await secrets.create('server', { name: 'tagged', data, events: ['tag'] });
  await secrets.create('server', { name: 'main_only', data, branches: ['main'] });
  await secrets.create('server', { name: 'not_used', data, events: ['tag'] });
  const uses = ['tagged', 'MAIN_ONLY', 'missing'].map(use);
  const ofVariable = '    ANY: { from_secret: "$' + '{NAME}" }\n';
  const config = pipeline(`- name: a\n  image: b\n  environment:\n${uses.join('')}${ofVariable}`);
  const withheldFor = async (build: object) =>
    (await readInputsFor(server, repo, { build, config, name: 'build' })).withheldSecrets;
  expect(await withheldFor({ target: 'next' })).toEqual([
    { name: 'main_only', limit: 'branch' },
    { name: 'tagged', limit: 'event' },
  ]);
  expect(await withheldFor({ event: 'pull_request' })).toBeUndefined();
  expect(await withheldFor({ source_repo: 'eve/fork' })).toBeUndefined();
});

it('returns a limited secret only to builds and plugins that it allows', async () => {
  const secrets = secretsOf(server);
  const data = 'sesame';
  await secrets.create('server', { name: 'deploy', data, events: ['push'], branches: ['main'] });
  await secrets.create('server', { name: 'hub', data, images: ['plugins/docker'] });
  const deploy = pipeline(`- name: a\n  image: b\n  environment:\n${use('deploy')}`);
  expect(await namesFor(deploy)).toEqual(['deploy']);
  expect(await namesFor(deploy, { target: 'other' })).toEqual([]);
  expect(await namesFor(deploy, { event: 'cron' })).toEqual([]);
  const hub = (image: string) =>
    pipeline(`- name: a\n  image: ${image}\n  settings:\n${use('hub')}`);
  expect(await namesFor(hub('plugins/docker:20'))).toEqual(['hub']);
  const alias = `${hub('alpine').replace('from_secret: hub', 'from_secret: other')}---
kind: secret\nname: other\nget: { name: hub }\n`;
  for (const config of [hub('alpine'), alias]) {
    await expect(namesFor(config)).rejects.toMatchObject({
      message: expect.stringContaining('but the step "a" has the image alpine'),
    });
  }
});
