import { expect, it } from 'vitest';
import { countFlakyRuns, guessFlakiness, meanFlakiness } from './flakiness.ts';

const run = (text: string) =>
  text.split(' ').map((word) => ({ commit: word.slice(0, -1), hasFailed: word.endsWith('-') }));

it.each([
  ['a+ b+ c+', { runs: 3, failures: 0 }],
  // Every run of b has failed: its commit may be bad.
  ['a+ b- b- c+', { runs: 2, failures: 0 }],
  ['a- a+ b+ b- b-', { runs: 5, failures: 3 }],
])('counts the runs of %s', (text, expected) => {
  expect(countFlakyRuns(run(text))).toEqual(expected);
});

it.each([
  [0, 0, 0.01, 0.07],
  [50, 0, 0.003, 0.02],
  [50, 5, 0.06, 0.14],
  [50, 15, 0.25, 0.31],
])('estimates the flakiness after %i runs with %i failures', (runs, failures, least, most) => {
  const mean = meanFlakiness(guessFlakiness({ runs, failures }));
  expect(mean).toBeGreaterThan(least);
  expect(mean).toBeLessThan(most);
});
