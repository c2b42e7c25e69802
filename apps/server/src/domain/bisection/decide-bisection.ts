import { type Assessment, assessCommits, type BisectionFacts } from './assess-commits.ts';

/** Probability with which a commit is named, and with which a bisection ends without one. */
const minConfidence = 0.99;

/** State of a bisection. All but `running` are final. */
type BisectionResult = 'running' | 'found' | 'random' | 'unknown';

export interface BisectionDecision extends Assessment {
  result: BisectionResult;
}

/**
 * Decides about the next step of a bisection: another run of the commit `next`, or its end. `found` names the commits
 * in `best`, `random` means that no commit is bad, and `unknown` that the runs allow no answer.
 */
export function decideBisection(facts: BisectionFacts, maxRuns: number): BisectionDecision {
  const assessment = assessCommits(facts);
  return { ...assessment, result: resultOf(assessment, facts.runs.length, maxRuns) };
}

function resultOf(
  { confidence, none, next }: Assessment,
  runs: number,
  maxRuns: number,
): BisectionResult {
  if (confidence >= minConfidence) return 'found';
  if (none >= minConfidence) return 'random';
  return next === undefined || runs >= maxRuns ? 'unknown' : 'running';
}
