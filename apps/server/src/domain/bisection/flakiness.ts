/** A possible rate at which a step fails although the commit is good, with its probability. */
export interface FlakinessGuess {
  rate: number;
  weight: number;
}

/** Earlier runs of a step on commits on which it also passed. */
export interface FlakyRuns {
  runs: number;
  failures: number;
}

/** Rates, and their probabilities for a step without history: most steps are not flaky. */
const usual: readonly FlakinessGuess[] = [
  { rate: 0.005, weight: 0.5 },
  { rate: 0.03, weight: 0.2 },
  { rate: 0.08, weight: 0.12 },
  { rate: 0.15, weight: 0.08 },
  { rate: 0.22, weight: 0.06 },
  { rate: 0.3, weight: 0.04 },
];

/** Returns how probable each rate is after earlier runs. */
export function guessFlakiness({ runs, failures }: FlakyRuns): FlakinessGuess[] {
  const logs = usual.map(
    ({ rate, weight }) =>
      Math.log(weight) + failures * Math.log(rate) + (runs - failures) * Math.log1p(-rate),
  );
  const highest = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - highest));
  const sum = weights.reduce((total, each) => total + each, 0);
  return usual.map(({ rate }, at) => ({ rate, weight: (weights[at] ?? 0) / sum }));
}

/** Returns the expected rate. */
export function meanFlakiness(guesses: readonly FlakinessGuess[]): number {
  return guesses.reduce((total, { rate, weight }) => total + rate * weight, 0);
}

/**
 * Counts the runs of a step on commits on which it passed at least once. Its failures on these commits came from
 * something else than the commit.
 */
export function countFlakyRuns(runs: readonly { commit: string; hasFailed: boolean }[]): FlakyRuns {
  const passed = new Set(runs.filter(({ hasFailed }) => !hasFailed).map(({ commit }) => commit));
  const ofGood = runs.filter(({ commit }) => passed.has(commit));
  return { runs: ofGood.length, failures: ofGood.filter(({ hasFailed }) => hasFailed).length };
}
