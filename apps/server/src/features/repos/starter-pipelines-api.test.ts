import type { StarterPipelines } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { execFilter, runnerApiOf } from '../../../testing/fake-work.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, createWorkTree } from '../../../testing/test-server.ts';
import { gitHostingPort } from '../git-hosting/port.ts';

const server = await serverOfFile();
const ada = await server.addUser('ada');

const ask = async (name: string): Promise<StarterPipelines> => {
  const url = `/api/repos/ada/${name}/starter-pipelines`;
  return (await server.app.inject({ url, headers: bearer(ada) })).json();
};

it('suggests pipelines for the files of a repository without a pipeline file', async () => {
  const tree = await createWorkTree(server, 'ada', 'ada/app');
  await tree.commit({ 'package.json': '{}', 'src/go.mod': '' });
  await tree.git('push', '--quiet', 'origin', 'main');
  const found = await ask('app');
  expect(found.state).toBe('missing');
  expect(found.pipelines.map(({ kind, type, has_runner }) => [kind, type, has_runner])).toEqual([
    ['node', 'exec', false],
    ['node', 'docker', false],
    ['plain', 'exec', false],
    ['plain', 'docker', false],
  ]);
  await tree.commit({ '.drone.yml': found.pipelines[0]?.text ?? '' });
  await tree.git('push', '--quiet', 'origin', 'main');
  expect(await ask('app')).toEqual({ state: 'present', pipelines: [], converted: [] });
});

it('converts the files of other CI systems', async () => {
  const tree = await createWorkTree(server, 'ada', 'ada/moved');
  await tree.commit({
    '.github/workflows/ci.yml': 'on: push\njobs: { test: { steps: [{ run: make test }] } }\n',
    '.github/workflows/README.md': '',
    '.gitlab-ci.yml': 'build: { image: alpine, script: [make] }\n',
    '.circleci/config.yml': '- a\n- list\n',
  });
  await tree.git('push', '--quiet', 'origin', 'main');
  const { state, converted } = await ask('moved');
  expect(state).toBe('missing');
  expect(converted.map(({ path, system, steps }) => [path, system, steps])).toEqual([
    ['.gitlab-ci.yml', 'GitLab CI', { found: 1, carried: 1 }],
    ['.github/workflows/ci.yml', 'GitHub Actions', { found: 1, carried: 1 }],
    ['.circleci/config.yml', '', { found: 0, carried: 0 }],
  ]);
  expect(converted[1]?.text).toContain('make test');
  expect(converted[2]?.problem).toBe('not a file of CircleCI: its top level is no map');
});

it('reports which of them a connected runner accepts', async () => {
  const tree = await createWorkTree(server, 'ada', 'ada/other');
  await tree.commit({ 'README.md': '' });
  await tree.git('push', '--quiet', 'origin', 'main');
  const stop = new AbortController();
  const asking = runnerApiOf(server).requestStage({ body: execFilter }, stop.signal);
  const { pipelines } = await ask('other');
  expect(pipelines.map(({ type, has_runner }) => [type, has_runner])).toEqual([
    ['exec', true],
    ['docker', false],
  ]);
  const first = await server.app.inject({
    url: '/api/user/starter-pipelines',
    headers: bearer(ada),
  });
  expect(first.json()).toEqual(pipelines);
  stop.abort();
  await asking.catch(() => undefined);
});

it('handles a repository without commits', async () => {
  const owner = await server.core.userStore.findByLogin('ada');
  if (!owner) throw new Error('The account is gone');
  await server.ask(gitHostingPort).addHostedRepo(owner, 'ada', 'bare');
  const { state, pipelines } = await ask('bare');
  expect([state, pipelines.map(({ kind }) => kind)]).toEqual(['empty', ['plain', 'plain']]);
});
