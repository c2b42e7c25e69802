import { expect, it } from 'vitest';
import {
  bisect,
  createHistory,
  createRandom,
  type Random,
} from '../../../testing/bisection-generator.ts';
import type { CommitRun } from './assess-commits.ts';
import { decideBisection } from './decide-bisection.ts';
import { guessFlakiness } from './flakiness.ts';

const outcomes = { p: 'passed', f: 'failed', u: 'unbuildable', '?': 'unclear' } as const;

/** Parses runs such as `4f 2p`: the commit, and its outcome. */
function parseRuns(text: string): CommitRun[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => ({
      commit: Number.parseInt(word, 10),
      outcome: outcomes[word.at(-1) as keyof typeof outcomes],
    }));
}

const steady = guessFlakiness({ runs: 500, failures: 0 });
const flaky = guessFlakiness({ runs: 50, failures: 10 });

function decide(
  commits: number,
  runs: string,
  { flakiness = steady, failures = 3, max = 40 } = {},
) {
  return decideBisection({ commits, failures, flakiness, runs: parseRuns(runs) }, max);
}

it.each([
  ['begins in the middle', 8, '', 'running', 4],
  ['continues in the later half', 8, '4p', 'running', 6],
  ['continues in the earlier half', 8, '4f', 'running', 2],
  ['avoids commits beside one that cannot be built', 16, '8u', 'running', 12],
  ['repeats a run without a result', 8, '4?', 'running', 4],
  ['tries another commit after two runs without a result', 8, '4? 4?', 'running', 6],
])('%s', (_, commits, runs, result, next) => {
  expect(decide(commits, runs)).toMatchObject({ result, next });
});

it.each([
  ['the only bad commit', 8, '4f 4f 2p 3p', 4, 4],
  ['the last commit', 4, '2p 3p', 4, 4],
  ['a range, if the commits before cannot be built', 4, '2u 1p 3f', 2, 3],
  ['a range that was not tried completely', 64, '2p 8u 32u 20u 14u 26u 50f', 3, 50],
])('names %s', (_, commits, runs, from, to) => {
  expect(decide(commits, runs)).toMatchObject({ result: 'found', best: { from, to } });
});

it('repeats the run of a flaky step before it names a commit', () => {
  const first = decide(2, '1f', { flakiness: flaky });
  expect(first).toMatchObject({ result: 'running', next: 1 });
  expect(decide(2, '1f 1f 1f 1f 1f', { flakiness: flaky }).result).toBe('found');
});

it('finds that failures are random', () => {
  const { result, none } = decide(4, '4p 4p 4p', { failures: 1, flakiness: flaky });
  expect(result).toBe('random');
  expect(none).toBeGreaterThan(0.99);
});

it('gives up at the limit, and if no commit can be built', () => {
  expect(decide(64, '32f 16p', { max: 2 }).result).toBe('unknown');
  expect(decide(2, '1u', { failures: 0 }).result).not.toBe('found');
});

it('has probabilities that add up to 1', () => {
  const { probabilities, none } = decide(100, '50f 25p 37u 38f', { flakiness: flaky });
  expect(probabilities.reduce((sum, each) => sum + each, none)).toBeCloseTo(1, 9);
});

function measure(trials: number, seed: number, choose: (random: Random) => [number, number]) {
  const random = createRandom(seed);
  let [right, runs, limit] = [0, 0, 0];
  for (let at = 0; at < trials; at++) {
    const [commits, flakiness] = choose(random);
    const trial = bisect(createHistory(commits, flakiness, random), random);
    right += Number(trial.isRight) / trials;
    runs += trial.runs / trials;
    limit += (Math.log2(commits) + 4) / trials;
  }
  return { right, runs, limit };
}

const anyCommits = (random: Random) => Math.round(2 ** (1 + 8 * random()));

it('finds 99 % of the commits with log2(n) + 4 runs, if at most a tenth of the runs is flaky', () => {
  const { right, runs, limit } = measure(1500, 1, (random) => [anyCommits(random), random() / 10]);
  expect(right).toBeGreaterThanOrEqual(0.99);
  expect(runs).toBeLessThanOrEqual(limit);
});

it('finds 99 % of the commits of steps with a flakiness of up to 0.3', () => {
  const { right, runs, limit } = measure(1500, 2, (random) => [anyCommits(random), random() * 0.3]);
  expect(right).toBeGreaterThanOrEqual(0.99);
  expect(runs).toBeLessThanOrEqual(limit + 1.5);
});
