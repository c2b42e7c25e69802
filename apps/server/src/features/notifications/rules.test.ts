import type { Status } from '@millrace/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { type Outcome, outcomes } from './facts.ts';
import { announces, type Choice, concerns, outcomeOf } from './rules.ts';

describe('outcomeOf', () => {
  it.each<[Status, Status | undefined, Outcome | undefined]>([
    ['failure', undefined, 'failed'],
    ['failure', 'success', 'failed'],
    ['error', 'failure', 'failed'],
    ['success', undefined, 'succeeded'],
    ['success', 'success', 'succeeded'],
    ['success', 'failure', 'fixed'],
    ['success', 'error', 'fixed'],
    ['killed', 'failure', undefined],
    ['declined', undefined, undefined],
    ['skipped', undefined, undefined],
    ['running', 'failure', undefined],
  ])('%s after %s is %s', (status, previous, outcome) => {
    expect(outcomeOf(status, previous)).toBe(outcome);
  });
});

describe('announces', () => {
  it.each<[Choice['rule'], Outcome[]]>([
    ['failure', ['failed']],
    ['failure_and_fixed', ['failed', 'fixed']],
    ['always', ['failed', 'fixed', 'succeeded']],
  ])('%s announces %j', (rule, expected) => {
    expect(outcomes.filter((outcome) => announces(rule, outcome))).toEqual(expected);
  });
});

describe('concerns', () => {
  const all = { branches: '', events: [], disabled: false };
  const push = { event: 'push', target: 'release/1' } as const;
  it.each<[Partial<Choice>, boolean]>([
    [{}, true],
    [{ disabled: true }, false],
    [{ branches: 'release/*' }, true],
    [{ branches: 'main' }, false],
    [{ events: ['push', 'tag'] }, true],
    [{ events: ['cron'] }, false],
  ])('%j: %s', (choice, expected) => {
    expect(concerns({ ...all, ...choice }, push)).toBe(expected);
  });
});
