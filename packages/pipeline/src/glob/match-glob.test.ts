import { describe, expect, it } from 'vitest';
import { matchGlob } from './match-glob.ts';

/**
 * Results of doublestar 1.1.1, the matcher of existing servers and runners: pattern, matches, other values.
 */
const table: [string, string[], string[]][] = [
  [
    'refs/pull/**',
    ['refs/pull/42/head', 'refs/pull/42/merge'],
    ['refs/pull', 'refs/pull/', 'refs/heads/main', 'refs/pull-requests/1/from'],
  ],
  ['refs/pull/*', ['refs/pull/42'], ['refs/pull/42/head']],
  ['refs/pull/*/head', ['refs/pull/42/head'], ['refs/pull/42/merge']],
  ['refs/pull-requests/**', ['refs/pull-requests/3/from'], []],
  ['refs/merge-requests/**', ['refs/merge-requests/3/head'], []],
  ['refs/tags/**', ['refs/tags/v1', 'refs/tags/a/b'], ['refs/heads/v1']],
  ['refs/tags/*', ['refs/tags/v1.2.3'], ['refs/tags/a/b']],
  ['refs/tags/v*', ['refs/tags/v1.2.3', 'refs/tags/v'], ['refs/tags/1.2.3']],
  ['refs/tags/v[0-9]*', ['refs/tags/v1.2'], ['refs/tags/vx']],
  ['refs/tags/v?.?.?', ['refs/tags/v1.2.3'], ['refs/tags/v1.2.10']],
  [
    'refs/heads/**',
    ['refs/heads/main', 'refs/heads/feature/a/b'],
    ['refs/heads', 'refs/tags/main'],
  ],
  ['refs/heads/*', ['refs/heads/main'], ['refs/heads/feature/a']],
  ['refs/heads/main', ['refs/heads/main'], ['refs/heads/mainline']],
  ['refs/heads/{main,master}', ['refs/heads/main', 'refs/heads/master'], ['refs/heads/dev']],
  [
    'refs/heads/release/*',
    ['refs/heads/release/1.0'],
    ['refs/heads/release/1.0/rc', 'refs/heads/release'],
  ],
  ['refs/heads/release-*', ['refs/heads/release-1'], ['refs/heads/release-1/x']],
  ['refs/**', ['refs/heads/main', 'refs/pull/1/head'], ['refs']],
  ['**/head', ['refs/pull/42/head', 'head'], ['refs/pull/42/merge']],
  ['**', ['main', 'a/b/c', ''], []],
  ['*', ['main', ''], ['a/b']],
  ['refs/**/head', ['refs/pull/42/head', 'refs/head'], ['refs/pull/42/merge']],
  ['refs/*/42/*', ['refs/pull/42/head'], ['refs/pull/43/head']],
  ['main', ['main', 'main/'], ['Main', 'mainline', '']],
  ['ma*', ['main', 'master'], ['a/main']],
  ['*stable', ['stable', 'old-stable'], ['old/stable']],
  ['feature/*', ['feature/a'], ['feature/a/b', 'feature', 'feature/']],
  ['feature/**', ['feature/a', 'feature/a/b'], ['feature', 'features/a']],
  ['feature/**/x', ['feature/x', 'feature/a/x', 'feature/a/b/x'], ['feature/a/b']],
  ['feature-*', ['feature-a'], ['feature-a/b', 'feature']],
  ['feature*', ['feature', 'feature-a'], ['feature/a']],
  ['feature**', ['feature', 'feature-a'], ['feature/a']],
  ['**feature', ['feature', 'a-feature'], ['a/feature']],
  ['renovate/*', ['renovate/npm-x'], ['renovate/npm/x', 'dependabot/x']],
  ['dependabot/**', ['dependabot/npm/x/y-1.2'], ['dependabot']],
  ['{main,master}', ['main', 'master'], ['mainmaster']],
  ['{main,release/*}', [], ['main', 'release/1']],
  ['{feature,fix}-*', ['feature-1', 'fix-2'], ['docs-3']],
  ['v{1,2}.*', ['v1.0', 'v2.9'], ['v3.0']],
  ['v{1,2{a,b}}', ['v1}'], ['v1', 'v2a}', 'v2b', 'v2b}']],
  ['{a,}b', ['ab'], ['b', 'cb']],
  ['{,a}', ['a'], ['']],
  ['release-{1..3}', ['release-1..3'], ['release-1']],
  ['[mM]ain', ['main', 'Main'], ['Nain']],
  ['[a-c]*', ['alpha', 'beta'], ['delta']],
  ['[^a-c]*', ['delta'], ['alpha']],
  ['[!a]b', ['ab', '!b'], ['cb']],
  ['[abc', [], ['a', '[abc']],
  ['[]', [], ['', '[]', 'a']],
  ['[-a]', [], ['-', 'a']],
  ['[a-]', [], ['a', '-']],
  ['[\\]]', [']'], ['\\']],
  ['[a\\-z]', ['-', 'a'], ['m']],
  ['a\\*b', ['a*b'], ['axb', 'a\\*b']],
  ['a\\', [], ['a', 'a\\']],
  ['\\{a\\}', ['{a}'], ['a']],
  ['{a,b', [], ['a', '{a,b']],
  ['?', ['a'], ['ab', '/', '']],
  ['a?c', ['abc'], ['ac', 'a/c']],
  ['???', ['abc', 'äöü'], ['ab']],
  ['main*', ['main', 'main-1'], ['main/1']],
  ['*/main', ['a/main'], ['main', 'a/b/main']],
  ['*/*', ['a/b'], ['a', 'a/b/c']],
  ['**/*', ['a', 'a/b', 'a/b/c'], []],
  ['a/**/b/**/c', ['a/b/c', 'a/x/b/y/z/c'], ['a/c', 'a/b/x']],
  ['a/', ['a', 'a/'], ['a/b']],
  ['/a', ['/a'], ['a']],
  ['a//b', ['a//b'], ['a/b']],
  ['main,master', ['main,master'], ['main']],
  ['!main', ['!main'], ['main']],
  ['/feature\\/.*/', [], ['feature/x', '/feature/./']],
  ['^main$', ['^main$'], ['main']],
  ['main|master', ['main|master'], ['main']],
  ['octocat/*', ['octocat/hello'], ['octocat/a/b', 'octopus/hello']],
  ['*/hello*', ['octocat/hello-world'], ['hello']],
  ['gravitational/*', ['gravitational/teleport'], []],
  ['*-prod', ['eu-prod'], ['prod', 'eu-prod-2']],
  ['prod*', ['production', 'prod'], ['preprod']],
  ['push', ['push'], ['pull_request']],
  ['pull_*', ['pull_request'], ['push']],
  ['p*', ['push', 'pull_request', 'promote'], ['tag']],
  ['*.example.com', ['ci.example.com', 'a.b.example.com'], ['example.com']],
  ['drone-*.rancher.io', ['drone-publish.rancher.io'], ['drone.rancher.io']],
  ['**/*.go', ['main.go', 'a/b/main.go'], ['main.go.txt']],
  ['*.go', ['main.go'], ['a/main.go']],
  ['docs/**', ['docs/a/b.md'], ['docs', 'doc/a']],
  ['.drone/**', ['.drone/x.yml'], ['.drone.yml']],
  ['src/**/*.{ts,tsx}', ['src/a.ts', 'src/a/b.tsx'], ['src/a/b.js']],
  ['**/test/**', ['test/a', 'a/test/b'], ['a/test', 'a/tests/b']],
  ['README.md', ['README.md'], ['a/README.md']],
  ['größe/*', ['größe/1'], ['grosse/1']],
];

const pairs = table.flatMap(([pattern, matches, others]) => [
  ...matches.map((value): [string, string, boolean] => [pattern, value, true]),
  ...others.map((value): [string, string, boolean] => [pattern, value, false]),
]);

describe('matchGlob', () => {
  it.each(pairs)('%s on %s is %s', (pattern, value, expected) => {
    expect(matchGlob(pattern, value)).toBe(expected);
  });

  it('matches nothing with a pattern beyond the length limit', () => {
    expect(matchGlob('a'.repeat(1025), 'a'.repeat(1025))).toBe(false);
  });

  // Each of these would take practically forever in a backtracking matcher.
  it.each([
    ['*a'.repeat(100), 'a'.repeat(500)],
    ['{a,aa}'.repeat(100), 'a'.repeat(500)],
    ['**/a/'.repeat(100), 'a/'.repeat(500)],
    ['{*a,*}'.repeat(100), 'a'.repeat(500)],
  ])('terminates: %.12s…', (pattern, value) => {
    expect(matchGlob(`${pattern}b`, value)).toBe(false);
  });

  it('gives up only on comparisons that exceed the budget', () => {
    const path = `${'a'.repeat(80)}/`.repeat(50);
    const value = `${'a'.repeat(4000)}c`;
    expect(matchGlob(`${'{*b,*}'.repeat(5)}c`, value)).toBe(true);
    expect(matchGlob(`${'{*b,*}'.repeat(150)}c`, value)).toBe(false);
    expect(matchGlob('**/a*a*a*/**/*a*.{ts,tsx,js}', `${path}a.b.js`)).toBe(true);
    expect(matchGlob('**/*a*a*a*a*.{ts,tsx,js}', `${path}${'a'.repeat(200)}.js`)).toBe(true);
  });
});
