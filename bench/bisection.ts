// Runs that a bisection needs to find the commit with which a step began to fail, in generated histories, by the number
// of commits and the flakiness of the step. Half of the histories have commits that cannot be built. `least` is the
// number of runs below which no method can find the commit: log2(n) divided by the capacity of a channel in which a
// good commit fails with this probability, and a bad one always. `npm run bench -- bisection [TRIALS]`
import {
  bisect,
  createHistory,
  createRandom,
  type Random,
} from '../apps/server/testing/bisection-generator.ts';
import { print } from './support/statistics.ts';

const trials = Number(process.argv[2]) || 1000;
const sizes = [2, 8, 32, 128, 512];
const rates = [0, 0.05, 0.1, 0.2, 0.3];
const random = createRandom(1);

print(`Bisection of ${trials} histories each: right answers, mean runs, least`);
print(`commits | limit | ${rates.map((rate) => `flakiness ${rate}`).join(' | ')}`);
for (const commits of sizes) {
  const cells = rates.map((rate) => {
    const { right, runs } = measure(() => [commits, rate]);
    const least = Math.log2(commits) / capacity(rate);
    return `${(right * 100).toFixed(1)} %, ${runs.toFixed(1)}, ${least.toFixed(1)}`;
  });
  print(`${commits} | ${(Math.log2(commits) + 4).toFixed(0)} | ${cells.join(' | ')}`);
}
for (const highest of [0.1, 0.3]) {
  const { right, runs, limit } = measure((next) => [
    Math.round(2 ** (1 + 8 * next())),
    highest * next(),
  ]);
  print(
    `2 to 512 commits, flakiness 0 to ${highest}: ${(right * 100).toFixed(1)} %, ${runs.toFixed(1)} runs, log2(n) + 4 = ${limit.toFixed(1)}`,
  );
}

function measure(choose: (next: Random) => [commits: number, rate: number]) {
  let [right, runs, limit] = [0, 0, 0];
  for (let at = 0; at < trials; at++) {
    const [commits, rate] = choose(random);
    const trial = bisect(createHistory(commits, rate, random), random);
    right += Number(trial.isRight) / trials;
    runs += trial.runs / trials;
    limit += (Math.log2(commits) + 4) / trials;
  }
  return { right, runs, limit };
}

/** Bits that a run can tell at most. */
function capacity(rate: number): number {
  return rate === 0 ? 1 : Math.log2(1 + (1 - rate) * rate ** (rate / (1 - rate)));
}
