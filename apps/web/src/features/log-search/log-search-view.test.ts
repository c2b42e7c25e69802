import { sampleBuild, sampleStage, sampleStep } from '@millrace/contract/testing';
import { expect, it } from 'vitest';
import { cutHit, toShownSteps } from './log-search-view.ts';

const hit = { pos: 4, out: 'one two one', before: 0, after: 0, ranges: [{ from: 0, to: 3 }] };

it('splits a line at its matches', () => {
  const ranges = [
    { from: 0, to: 3 },
    { from: 8, to: 11 },
  ];
  expect(cutHit({ ...hit, ranges })).toEqual([
    { at: 0, text: 'one', isMatch: true },
    { at: 3, text: ' two ', isMatch: false },
    { at: 8, text: 'one', isMatch: true },
  ]);
});

it('starts a few characters before the first match', () => {
  const out = `${'x'.repeat(100)}needle y`;
  expect(cutHit({ ...hit, out, ranges: [{ from: 100, to: 106 }] })).toEqual([
    { at: 60, text: 'x'.repeat(40), isMatch: false },
    { at: 100, text: 'needle', isMatch: true },
    { at: 106, text: ' y', isMatch: false },
  ]);
});

it('numbers hits across steps, with the names of the stages and steps', () => {
  const build = sampleBuild({
    stages: [sampleStage({ number: 1, name: 'test', steps: [sampleStep({ name: 'unit' })] })],
  });
  const steps = [
    { stage: 1, step: 1, count: 300, hits: [hit, hit] },
    { stage: 2, step: 7, count: 1, hits: [hit] },
  ];
  const shown = toShownSteps({ count: 301, steps, isComplete: true }, build);
  expect(shown.map(({ name, count }) => [name, count])).toEqual([
    ['test / unit', 300],
    ['2 / 7', 1],
  ]);
  expect(shown.flatMap(({ hits }) => hits.map(({ index }) => index))).toEqual([0, 1, 2]);
});
