import type {
  BisectionDetails,
  Bisection as BisectionJson,
  BisectionRun as BisectionRunJson,
} from '@millrace/contract/api';
import { meanFlakiness } from '../../domain/bisection/flakiness.ts';
import { toCommitJson } from '../../forges/commit-mapper.ts';
import type { ForgeCommit } from '../../forges/forge.ts';
import type { Bisection, BisectionRun } from './bisection.ts';
import { decideOn } from './bisector.ts';
import { bisectionLimits } from './limits.ts';

interface Parts {
  bisection: Bisection;
  /** Number of its commits. */
  commits: number;
  runs: readonly BisectionRun[];
  /** Hashes of the commits that it found. */
  found: readonly string[];
}

export function toBisectionJson({ bisection, commits, runs, found }: Parts): BisectionJson {
  const { id, status, error, starter, canceledBy, build, stage, step } = bisection;
  const isRunning = status === 'running';
  const confidence = isRunning
    ? decideOn(bisection, commits, runs).confidence
    : bisection.confidence;
  return {
    id,
    status,
    starter,
    build,
    stage,
    step,
    ...(error ? { error } : {}),
    ...(canceledBy ? { canceled_by: canceledBy } : {}),
    good: { build: bisection.goodBuild, commit: bisection.goodCommit },
    bad: { build: bisection.badBuild, commit: bisection.badCommit },
    commits,
    runs: runs.length,
    max_runs: bisectionLimits.runs,
    flakiness: meanFlakiness(bisection.flakiness),
    confidence,
    found: [...found],
    created: bisection.created,
    finished: bisection.finished,
  };
}

export function toDetailsJson(
  { bisection, runs, found }: Omit<Parts, 'commits'>,
  commits: readonly ForgeCommit[],
  linkOf: (sha: string) => string,
): BisectionDetails {
  const { probabilities, none } = decideOn(bisection, commits.length, runs);
  return {
    ...toBisectionJson({ bisection, commits: commits.length, runs, found }),
    list: commits.map((commit, at) => ({
      ...toCommitJson(commit, linkOf),
      probability: probabilities[at] ?? 0,
    })),
    run_list: runs.map(toRunJson),
    none,
  };
}

function toRunJson({ commit, build, outcome, created }: BisectionRun): BisectionRunJson {
  return { commit, build, ...(outcome === '' ? {} : { outcome }), created };
}
