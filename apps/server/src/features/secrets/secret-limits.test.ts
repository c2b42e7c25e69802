import type { BuildEvent } from '@millrace/contract/vocabulary';
import type { SecretUse } from '@millrace/pipeline';
import { expect, it } from 'vitest';
import {
  describeForbiddenParameter,
  describeForbiddenUse,
  withholdingLimit,
} from './secret-limits.ts';

const open = { pullRequest: false, events: [], branches: [] };
const onBranch = (event: BuildEvent, target = 'main') => ({
  event,
  target,
  isUnmerged: event === 'pull_request',
  ref: event === 'tag' ? 'refs/tags/v1' : `refs/heads/${target}`,
});

it.each([
  ['no limit', {}, onBranch('push'), true],
  ['no limit, for a pull request', {}, onBranch('pull_request'), false],
  ['pull requests', { pullRequest: true }, onBranch('pull_request'), true],
  [
    'pull requests beside other events',
    { pullRequest: true, events: ['cron'] },
    onBranch('pull_request'),
    true,
  ],
  ['an event', { events: ['promote'] }, onBranch('promote'), true],
  ['another event', { events: ['promote'] }, onBranch('push'), false],
  ['a branch', { branches: ['main'] }, onBranch('push'), true],
  ['another branch', { branches: ['main'] }, onBranch('push', 'main-2'), false],
  ['a pattern', { branches: ['main', 'release/*'] }, onBranch('push', 'release/1'), true],
  [
    'the target of a pull request',
    { branches: ['main'], pullRequest: true },
    onBranch('pull_request', 'dev'),
    false,
  ],
  ['a fork, for a custom build', {}, { ...onBranch('custom'), isUnmerged: true }, false],
  ['a branch, for a commit of none', { branches: ['**'] }, onBranch('custom', ''), false],
  ['a branch, for a tag', { branches: ['**'] }, onBranch('tag'), false],
  ['a branch and tags', { branches: ['main'], events: ['tag'] }, onBranch('tag'), true],
  [
    'a branch, for the promotion of a tag',
    { branches: ['main'] },
    { ...onBranch('promote'), ref: 'refs/tags/v1' },
    false,
  ],
])('%s', (_, limits, build, expected) => {
  expect(withholdingLimit({ ...open, ...limits }, build) === undefined).toBe(expected);
});

const plugin = { secret: 'key', step: 'publish', image: 'plugins/docker:20' };

it.each<[string, SecretUse[], string | undefined]>([
  ['no use', [], undefined],
  ['the image', [plugin], undefined],
  [
    'another image',
    [plugin, { ...plugin, image: 'evil/docker' }],
    'but the step "publish" has the image evil/docker',
  ],
  [
    'an image with a variable',
    [{ ...plugin, image: 'plugins/docker:$' + '{X}' }],
    'but the step "publish" has the image',
  ],
  ['commands', [{ ...plugin, ownProgram: 'commands' }], 'but the step "publish" has commands'],
  ['the pipeline', [{ secret: 'key' }], 'not by the whole pipeline'],
])('limits a secret to images: %s', (_, uses, expected) => {
  const reason = describeForbiddenUse('key', ['plugins/docker'], uses);
  if (expected === undefined) expect(reason).toBeUndefined();
  else expect(reason).toContain(expected);
});

it('limits a secret to builds without parameters that change programs', () => {
  const reason = (params: Record<string, string>) =>
    describeForbiddenParameter('key', ['plugins/docker'], params);
  expect(reason({ TAG: '1' })).toBeUndefined();
  expect(reason({ TAG: '1', LD_PRELOAD: 'own.so' })).toBe(
    'The secret "key" may only be used by steps that run nothing but the image plugins/docker, but the build has the parameter LD_PRELOAD',
  );
});
