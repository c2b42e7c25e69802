import type { Build } from '@millrace/contract/api';
import { describe, expect, it } from 'vitest';
import type { Repo } from '../../domain/repo.ts';
import { readValue } from './secret-access.ts';
import { cleanPath, isOwnPath } from './secret-path.ts';

const repo = { namespace: 'acme', name: 'site', slug: 'acme/site' } as Repo;

describe('isOwnPath', () => {
  const own = '{namespace}/{name}/**';
  it.each([
    [own, 'acme/site/db', true],
    [own, 'acme/site/db/deep', true],
    [own, 'acme/site', false],
    [own, 'acme/site-two/db', false],
    [own, 'acme/other/db', false],
    ['ci/{name}', 'ci/site', true],
    ['ci/{name}', 'ci/site/db', false],
    ['ci-{namespace}/*/x', 'ci-acme/any/x', true],
    ['shared/**', 'shared/a/b', true],
    ['**', 'a', true],
  ])('%s for %s is %s', (template, path, expected) => {
    expect(isOwnPath([template], repo, path)).toBe(expected);
  });

  it('takes names as they are, and namespaces with several parts', () => {
    const odd = { namespace: 'group/sub', name: '*' };
    expect(isOwnPath([own], odd, 'group/sub/*/a')).toBe(true);
    expect(isOwnPath([own], odd, 'group/sub/other/a')).toBe(false);
  });
});

it.each([
  ['/a/b/', 'a/b'],
  ['a/../b', undefined],
  ['./a', undefined],
  ['a//b', undefined],
  ['a/b\\c', undefined],
  ['a/b\0', undefined],
  ['', undefined],
])('cleans the path %j', (path, expected) => {
  expect(cleanPath(path)).toBe(expected);
});

describe('readValue', () => {
  const read = (
    rules: Record<string, string>,
    build: Partial<Build> = {},
    { path = 'elsewhere', key = 'pass' } = {},
  ) => {
    const made = { event: 'push', target: 'main', source_repo: '', ...build } as Build;
    const entry = new Map(Object.entries({ pass: 'hunter22', ...rules }));
    const vaultPath = { source: 'Vault', path, templates: ['acme/site/**'] };
    const found = readValue(entry, { repo, build: made, path, key }, vaultPath);
    return found.kind === 'value' ? found.value : found.kind;
  };
  const repos = { 'x-drone-repos': 'acme/*' };
  const pullRequest = { event: 'pull_request' } as const;
  const fork = { ...pullRequest, source_repo: 'mallory/site' };

  it.each<[string, string, Parameters<typeof read>]>([
    ['no rule, elsewhere', 'absent', [{}]],
    ['no rule, at an own path', 'hunter22', [{}, {}, { path: 'acme/site/db' }]],
    ['a rule for the repository', 'hunter22', [repos]],
    ['the name of the rule in capitals', 'hunter22', [{ 'X-DRONE-REPOS': 'other/a, ACME/Site' }]],
    ['a rule for others', 'absent', [{ 'x-drone-repos': 'acme/other,b*/site' }]],
    [
      'a rule for others at an own path',
      'absent',
      [{ 'x-drone-repos': 'acme/other' }, {}, { path: 'acme/site/db' }],
    ],
    ['an empty rule', 'absent', [{ 'x-drone-repos': ' , ' }]],
    ['a pull request without a rule', 'withheld', [repos, pullRequest]],
    ['a pull request with a rule', 'hunter22', [{ ...repos, 'x-drone-events': 'p*' }, pullRequest]],
    [
      'a pull request with another rule',
      'withheld',
      [{ ...repos, 'x-drone-events': 'push' }, pullRequest],
    ],
    ['another event', 'absent', [{ ...repos, 'x-drone-events': 'tag' }]],
    ['the branch', 'hunter22', [{ ...repos, 'x-drone-branches': 'main,release/*' }]],
    ['another branch', 'absent', [{ ...repos, 'x-drone-branches': 'release/*' }]],
    ['a fork', 'hunter22', [{ ...repos, 'x-drone-events': '*' }, fork]],
    [
      'a fork that is not allowed',
      'withheld',
      [{ ...repos, 'x-drone-events': '*', 'x-drone-disallow-forks': 'TRUE' }, fork],
    ],
    ['a value that does not exist', 'absent', [repos, {}, { path: 'x', key: 'none' }]],
    ['a rule as the value', 'absent', [repos, {}, { path: 'x', key: 'x-drone-repos' }]],
  ])('%s: %s', (_, expected, input) => {
    expect(read(...input)).toBe(expected);
  });
});
