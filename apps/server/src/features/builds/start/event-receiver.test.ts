import type { Build } from '@millrace/build-rules';
import { AppError } from '@millrace/contract/api-errors';
import { createLogger } from '@millrace/node-kit/logger';
import { expect, it } from 'vitest';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge, ForgeEvent } from '../../../forges/forge.ts';
import type { BuildsPort } from '../port.ts';
import { EventReceiver } from './event-receiver.ts';

const repoName = { namespace: 'ada', name: 'project' };
const push = (branch: string) => ({
  kind: 'push' as const,
  ref: `refs/heads/${branch}`,
  before: '0'.repeat(40),
  after: 'a'.repeat(40),
});

/** Creates a receiver for one repository. */
function createReceiver(
  createBuild: BuildsPort['createBuild'],
  latest?: Partial<Build>,
): EventReceiver {
  const repo = { ...repoName, active: true } as Repo;
  return new EventReceiver({
    forge: {
      findCommit: async () => ({ sha: 'a' }),
      isOwnRef: () => true,
    } as unknown as Forge,
    logger: createLogger('silent'),
    findRepo: async () => repo,
    findLogin: async () => undefined,
    removeLatestOfBranch: async () => {},
    findLatestOfRef: async () => latest as Build | undefined,
    reposPort: { refreshRepo: async () => repo, deactivateRepo: async () => {} },
    endPullRequest: async () => {},
    buildCreator: { createBuild },
  });
}

it.each([
  ['refused', new AppError(400, 'refused'), true],
  ['failed', new Error('failed'), false],
])('returns whether a delivery with a build that was %s is processed', async (_, error, isDone) => {
  const built: string[] = [];
  const receiver = createReceiver(async (_repo, { target }) => {
    if (target === 'bad') throw error;
    built.push(target);
    return null;
  });
  const event: ForgeEvent = {
    delivery: 'one',
    repo: repoName,
    sender: { login: 'ada', avatar: '' },
    news: [push('bad'), push('good')],
  };
  expect((await receiver.receive(event)).isDone).toBe(isDone);
  expect(built).toEqual(['good']);
});

const sha = 'a'.repeat(40);
const built = { event: 'pull_request', after: sha, target: 'main' } as const;

// Gitea 1.21 reports a commit that was pushed just before its pull request was opened twice.
it.each([
  ['opened', undefined, true],
  ['opened', built, false],
  ['synchronized', built, false],
  ['synchronized', { ...built, after: 'b'.repeat(40) }, true],
  ['synchronized', { ...built, target: 'stable' }, true],
  ['synchronized', { ...built, event: 'custom' }, true],
  ['reopened', built, true],
] as const)(
  'a pull request that was %s, after %j: is built %s',
  async (action, latest, isBuilt) => {
    let builds = 0;
    const createBuild = async () => {
      builds++;
      return null;
    };
    const pullRequest = {
      kind: 'pullRequest' as const,
      action,
      number: 1,
      title: 'Title',
      body: '',
      link: '',
      ref: 'refs/pull/1/head',
      source: 'feature',
      sourceRepo: 'ada/project',
      target: 'main',
      sha,
      base: 'c'.repeat(40),
    };
    await createReceiver(createBuild, latest).receive({
      delivery: 'one',
      repo: repoName,
      sender: { login: 'ada', avatar: '' },
      news: [pullRequest],
    });
    expect(builds).toBe(isBuilt ? 1 : 0);
  },
);
