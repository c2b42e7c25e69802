import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

const stage = (repoId: number, namespace: string) => ({ repoId, namespace });

it('counts the turns of repositories and owners', () => {
  const turns = new Turns();
  expect([turns.repo(1), turns.owner('acme')]).toEqual([0, 0]);
  turns.serve(stage(1, 'acme'));
  turns.serve(stage(2, 'acme'));
  turns.serve(stage(3, 'octo'));
  expect([1, 2, 3].map(turns.repo)).toEqual([1, 2, 3]);
  expect(['acme', 'octo'].map(turns.owner)).toEqual([2, 3]);
});

it('counts further stages without serving them', () => {
  const turns = new Turns();
  turns.serve(stage(1, 'acme'));
  turns.serve(stage(2, 'octo'));
  const served = turns.followedBy([stage(1, 'acme'), stage(3, 'acme')]);
  expect([1, 2, 3].map(served.repo)).toEqual([3, 2, 4]);
  expect(['acme', 'octo'].map(served.owner)).toEqual([4, 2]);
  expect([1, 2, 3].map(turns.repo)).toEqual([1, 2, 0]);
});
