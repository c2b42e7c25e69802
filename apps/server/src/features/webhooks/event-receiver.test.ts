import { createLogger } from '@millrace/node-kit/logger';
import { expect, it } from 'vitest';
import type { Repo } from '../../domain/repo.ts';
import type { Forge, ForgeEvent } from '../../forges/forge.ts';
import { AppError } from '../../shared/errors.ts';
import { EventReceiver } from './event-receiver.ts';

const place = { namespace: 'ada', name: 'project' };
const push = (branch: string) => ({
  ...{ kind: 'push' as const, ref: `refs/heads/${branch}` },
  ...{ before: '0'.repeat(40), after: 'a'.repeat(40) },
});

it.each([
  ['refused', new AppError(400, 'refused'), true],
  ['failed', new Error('failed'), false],
])('returns whether a delivery with a build that was %s is processed', async (_, error, isDone) => {
  const repo = { ...place, active: true } as Repo;
  const built: string[] = [];
  const receiver = new EventReceiver({
    forge: { findCommit: async () => ({ sha: 'a' }) } as unknown as Forge,
    logger: createLogger('silent'),
    findRepo: async () => repo,
    findLogin: async () => undefined,
    removeLatestOfBranch: async () => {},
    ports: {
      refreshRepo: async () => repo,
      deactivateRepo: async () => {},
      endPullRequest: async () => {},
      createBuild: async (_repo, { target }) => {
        if (target === 'bad') throw error;
        built.push(target);
        return null;
      },
    },
  });
  const event: ForgeEvent = {
    delivery: 'one',
    repo: place,
    sender: { login: 'ada', avatar: '' },
    news: [push('bad'), push('good')],
  };
  expect(await receiver.receive(event)).toBe(isDone);
  expect(built).toEqual(['good']);
});
