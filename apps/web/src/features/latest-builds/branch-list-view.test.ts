import { sampleBuild } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { listBranchBuilds } from './branch-list-view.ts';

const builds = [
  sampleBuild({ target: 'feature/Mill', created: 30, author_login: 'emeka' }),
  sampleBuild({ target: 'release', created: 50, number: 4 }),
  sampleBuild({ target: 'race', created: 50, number: 5 }),
  sampleBuild({ target: 'main', created: 10 }),
];

test.each([
  ['main', '', ['main', 'race', 'release', 'feature/Mill']],
  [undefined, '', ['race', 'release', 'feature/Mill', 'main']],
  ['main', 'mill', ['feature/Mill']],
  ['main', 'EMEKA', ['feature/Mill']],
])('default branch %o, text %o', (defaultBranch, text, names) => {
  const found = listBranchBuilds(builds, defaultBranch, text).map(({ target }) => target);
  expect(found).toEqual(names);
});
