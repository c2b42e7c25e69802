import { describe, expect, it } from 'vitest';
import { describeRun, summarize } from './summary.mjs';

const times = { wallSeconds: 1, processorSeconds: 2 };
const file = { path: 'apps/a.test.ts', project: 'server', seconds: 1, hasEnded: true, errors: [] };
const units = { ...times, name: 'units', isTests: true, exitCode: 0 };

const report = (...tests: object[]) => ({ errors: [], files: [{ ...file, tests }] });
const passed = { titles: ['passes'], status: 'passed' };

function linesOf(...groups: object[]) {
  const summary = summarize(groups);
  return `${describeRun(groups, summary)}\n${summary.counts}`.split('\n');
}

describe('the summary of a run', () => {
  it('names a failed test with its errors and a command that can be pasted', () => {
    const errors = ['\u001b[31mexpected 1 to be 2\u001b[39m\n\nat a.test.ts:3'];
    const failed = { titles: ["it's", 'a test'], status: 'failed', errors };
    const lines = linesOf({ ...units, exitCode: 1, report: report(passed, failed) });
    expect(lines.slice(-6)).toEqual([
      "failed: apps/a.test.ts › it's › a test",
      '  | expected 1 to be 2',
      '  |',
      '  | at a.test.ts:3',
      "  npm test -- apps/a.test.ts -t 'it'\\''s a test'",
      '1 passed, 1 failed',
    ]);
  });

  it('names the project of a test that also runs in another one', () => {
    const failed = { ...file, project: 'postgres', tests: [{ titles: ['a'], status: 'failed' }] };
    const lines = linesOf({ ...units, exitCode: 1, report: { errors: [], files: [failed] } });
    expect(lines.at(-2)).toBe("  npm test -- apps/a.test.ts --project postgres -t 'a'");
  });

  it('counts a group without a report as failed, beside other failures', () => {
    const lines = linesOf(
      { ...units, exitCode: 1, report: report({ titles: ['a'], status: 'failed' }) },
      { ...units, name: 'browser', exitCode: 1 },
    );
    expect(lines.slice(-2)).toEqual([
      'failed: browser: ended without a report (exit code 1)',
      '0 passed, 2 failed',
    ]);
  });

  it('counts a file that did not load, and one whose worker ended', () => {
    const broken = { ...file, errors: ['does not load\n  at x'], tests: [] };
    const ended = { ...file, hasEnded: false, tests: [passed] };
    const lines = linesOf({
      ...units,
      exitCode: 1,
      report: { errors: [], files: [broken, ended] },
    });
    expect(lines.slice(-5)).toEqual([
      'failed: apps/a.test.ts: does not load',
      '  npm test -- apps/a.test.ts',
      'failed: apps/a.test.ts: its worker ended before the file did',
      '  npm test -- apps/a.test.ts',
      '1 passed, 2 failed',
    ]);
  });

  it('counts an error outside of tests, and an exit code without an error', () => {
    const withError = { ...report(passed), errors: ['Unhandled\n  at x'] };
    expect(linesOf({ ...units, exitCode: 1, report: withError }).slice(-2)).toEqual([
      'failed: units: Unhandled',
      '1 passed, 1 failed',
    ]);
    expect(linesOf({ ...units, exitCode: 1, report: report(passed) }).slice(-2)).toEqual([
      'failed: units: exit code 1, although no test failed',
      '1 passed, 1 failed',
    ]);
  });

  it('counts the checks as one', () => {
    const checks = { ...times, name: 'checks', script: 'npm run check', isTests: false };
    expect(linesOf({ ...checks, exitCode: 0 }).at(-1)).toBe('1 passed, 0 failed');
    expect(linesOf({ ...checks, exitCode: 1 }).slice(-3)).toEqual([
      'failed: checks: the findings are above',
      '  npm run check',
      '0 passed, 1 failed',
    ]);
  });

  it('lists skipped tests by reason', () => {
    const skipped = (title: string, reason?: string) => ({
      titles: [title],
      status: 'skipped',
      reason,
    });
    const lines = linesOf({
      ...units,
      report: report(skipped('a', 'no Go'), skipped('b', 'no Go'), skipped('c', 'x'), skipped('d')),
    });
    expect(lines.slice(-5)).toEqual([
      'skipped: 2 tests in 1 file: no Go',
      '  apps/a.test.ts',
      'skipped: apps/a.test.ts › c: x',
      'skipped: apps/a.test.ts › d: no reason given',
      '0 passed, 0 failed, 4 skipped',
    ]);
  });

  it('lists the processor time of groups', () => {
    expect(linesOf({ ...units, report: report(passed) })[2]).toBe(
      'units       1 s             2 s  1 file',
    );
  });
});
