import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function fill(size: number, jobs: [key: string, job: string][]) {
  const queue = new FairQueue<string>(size);
  const dropped: string[] = [];
  const refused = jobs
    .filter(([key, job]) => !queue.add(key, job, () => dropped.push(job)))
    .map(([, job]) => job);
  const taken: string[] = [];
  for (let job = queue.take(); job; job = queue.take()) taken.push(job);
  return { taken, dropped, refused };
}

it('serves keys round-robin, and the jobs of a key in order', () => {
  const { taken } = fill(9, [
    ...(['a1', 'a2', 'a3'].map((job) => ['a', job]) as [string, string][]),
    ['b', 'b1'],
    ['c', 'c1'],
    ['b', 'b2'],
  ]);
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('drops jobs of the key with the most when it is full', () => {
  const result = fill(3, [
    ['a', 'a1'],
    ['a', 'a2'],
    ['a', 'a3'],
    ['a', 'a4'],
    ['b', 'b1'],
    ['c', 'c1'],
    ['d', 'd1'],
  ]);
  expect(result).toEqual({
    taken: ['a1', 'b1', 'c1'],
    dropped: ['a3', 'a2'],
    refused: ['a4', 'd1'],
  });
});
