import type { BisectionDetails } from '../../api/index.ts';

const messages = ['Change the wheel', 'Move the dam', 'Oil the axle', 'Widen the race'];
const started = 1_794_787_200;

/** A running bisection of four commits, after a run of the second one, which passed. */
export function sampleBisection(): BisectionDetails {
  const list = messages.map((message, at) => ({
    sha: String(at + 1).repeat(40),
    message,
    author_login: 'ada',
    author_name: 'Ada',
    author_avatar: '',
    timestamp: started - 3600,
    link: '',
    probability: [0.01, 0.01, 0.48, 0.48][at] ?? 0,
  }));
  return {
    id: 1,
    status: 'running',
    starter: 'octo',
    build: 3,
    stage: 'mill',
    step: 'turn 1',
    good: { build: 1, commit: '0'.repeat(40) },
    bad: { build: 3, commit: '4'.repeat(40) },
    commits: list.length,
    runs: 2,
    max_runs: 60,
    flakiness: 0.02,
    confidence: 0.48,
    found: [],
    created: started,
    finished: 0,
    list,
    none: 0.02,
    run_list: [
      { commit: 2, build: 4, outcome: 'passed', created: started + 60 },
      { commit: 3, build: 5, created: started + 120 },
    ],
  };
}
