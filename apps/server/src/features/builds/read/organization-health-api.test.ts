import type { NewBuild } from '@millrace/build-rules';
import type { RepoHealth } from '@millrace/contract/api';
import { describe, expect, it } from 'vitest';
import { makeBuild } from '../../../../testing/make-build.ts';
import { serverOfFile } from '../../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../../../testing/test-server.ts';
import { newRepo } from '../../../repositories/new-repo.ts';
import { type RecentBuild, summarize } from './organization-health.ts';

const server = await serverOfFile();
const owner = await server.addUser('mill');
const reader = await server.addUser('reader');

async function addRepo(name: string, ...builds: Partial<NewBuild>[]) {
  const facts = { uid: name, namespace: 'mill', name, ownerId: owner.id, forge: 'builtin' };
  const repo = await server.core.repos.insert(newRepo({ ...facts, active: true }, 1));
  await server.core.repos.grant(reader.id, repo.id, 'read');
  for (const each of builds) await makeBuild(server.core, repo.id, each);
  return repo;
}

const read = async (user: { token: string } | null, namespace = 'mill') => {
  const url = `/api/organizations/${namespace}/health`;
  const answer = await server.app.inject({ url, headers: user ? bearer(user) : {} });
  return { status: answer.statusCode, output: answer.json() as RepoHealth[] };
};

it('says how the repositories of an organization do that the account can access', async () => {
  await addRepo('green', { status: 'success' });
  await addRepo('red', { status: 'success' }, { status: 'failure' }, { status: 'failure' });
  await addRepo('untouched');
  const hidden = await addRepo('hidden', { status: 'failure' });
  await server.core.repos.revoke(hidden.id, 'reader');
  const { output } = await read(reader);
  expect(output.map(({ slug }) => slug)).toEqual(['mill/green', 'mill/red', 'mill/untouched']);
  const [green, red, untouched] = output;
  expect(green).toMatchObject({ finished: 1, recovered: 0, branch: { status: 'success' } });
  expect(green?.failing_since_time).toBeUndefined();
  expect(red).toMatchObject({ finished: 3, branch: { failing_since: 2 } });
  expect(red?.failing_since_time).toBeGreaterThan(0);
  expect(untouched).toEqual({
    slug: 'mill/untouched',
    finished: 0,
    recovered: 0,
    running: 0,
    waiting: 0,
  });
  expect((await read(reader, 'MILL')).output).toHaveLength(3);
  expect((await read(reader, 'other')).output).toEqual([]);
  expect((await read(null)).status).toBe(401);
});

it('counts stages that wait', async () => {
  await pushSampleRepo(server, 'mill', 'busy');
  const { output } = await read(owner);
  expect(output.find(({ slug }) => slug === 'mill/busy')).toMatchObject({
    running: 0,
    waiting: 1,
    branch: { status: 'pending' },
  });
});

describe('summary of builds', () => {
  const build = (status: RecentBuild['status'], attempt = 1, seconds = 60): RecentBuild => ({
    repoId: 1,
    status,
    attempt,
    started: 100,
    finished: 100 + seconds,
  });

  it.each<[string, RecentBuild[], object]>([
    ['no builds', [], { finished: 0, recovered: 0 }],
    [
      'a median without restarted builds',
      [build('success', 1, 10), build('success', 1, 30), build('success', 2, 500)],
      { median: 10, finished: 3, recovered: 1 },
    ],
    [
      'neither canceled nor running ones',
      [build('killed'), build('running'), build('failure'), build('error')],
      { finished: 2, recovered: 0 },
    ],
  ])('counts %s', (_, builds, expected) => {
    expect(summarize(builds)).toEqual(expected);
  });
});
