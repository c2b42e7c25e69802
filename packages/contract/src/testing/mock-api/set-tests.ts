import type { BuildTests, RepoTest, TestOfBuild } from '../../api/index.ts';
import { nowSec } from '../now-sec.ts';
import type { MockApi } from './mock-api.ts';

const failing: Partial<TestOfBuild>[] = [
  {
    name: 'weighs the grain',
    suite: 'mill.ScaleTest',
    status: 'failed',
    is_new: true,
    message: 'expected 12 loaves but there were 11',
  },
  { name: 'opens the sluice', suite: 'mill.SluiceTest', status: 'error', message: 'Timed out' },
];

/**
 * Adds this many tests to a build: one new failure, one repeated failure and one flaky test; the others pass.
 */
export function setTests(mock: MockApi, count: number, more: Partial<BuildTests> = {}): void {
  const tests = Array.from(
    { length: count },
    (_, at): TestOfBuild => ({
      id: at + 1,
      stage_name: 'default',
      suite: `mill.Suite${at % 9}Test`,
      name: `grinds grain ${at + 1}`,
      status: 'passed',
      ms: (at * 37) % 1900,
      ...failing[at],
      ...(at === 2 ? { is_flaky: true } : {}),
    }),
  );
  mock.state.tests = {
    counts: { all: count, passed: count - 2, failed: 2, skipped: 0, new: 1, flaky: 1 },
    found: count,
    problems: [],
    ...more,
    tests,
  };
  mock.state.testRuns = [
    {
      stage: 1,
      step: 1,
      attempt: 1,
      path: 'build/reports/TEST-mill.xml',
      ms: 1240,
      status: 'failed',
      type: 'AssertionError',
      message: 'expected 12 loaves but there were 11',
      details: 'at mill.ScaleTest.weighs(ScaleTest.java:31)\nat mill.Mill.run(Mill.java:7)',
      output: 'weighing rye\nweighing spelt',
    },
  ];
}

export function setRepoTests(mock: MockApi, count: number): void {
  const builds = Array.from({ length: 30 }, (_, at) => ({
    number: 30 - at,
    status: 'success' as const,
    title: `Change ${30 - at}`,
    after: '0'.repeat(40),
    target: 'main',
    created: nowSec() - at * 3600,
  }));
  const tests = Array.from({ length: count }, (_, test): RepoTest => {
    const statuses = builds.map((_, at) => {
      if (at > 26) return null;
      return (at * 7 + test) % (test * 4 + 5) === 0 && test < 4 ? 'failed' : 'passed';
    });
    return {
      id: test + 1,
      stage_name: 'default',
      suite: 'mill.ScaleTest',
      statuses,
      name: `weighs grain ${test + 1}`,
      ran: 27,
      median_ms: 40 + test * 3,
      failed: statuses.filter((status) => status === 'failed').length,
      flaky: test === 1 ? 3 : 0,
    };
  });
  mock.state.repoTests = { builds, found: count, tests };
  mock.state.testHistory = {
    id: 1,
    stage_name: 'default',
    suite: 'mill.ScaleTest',
    name: 'weighs grain 1',
    runs: builds.slice(0, 14).map((build, at) => ({
      build,
      status: at % 4 === 0 ? 'failed' : 'passed',
      ms: 40,
      ...(at === 4 ? { is_flaky: true } : {}),
      ...(at % 4 === 0 ? { message: 'expected 12 loaves but there were 11' } : {}),
    })),
  };
}
