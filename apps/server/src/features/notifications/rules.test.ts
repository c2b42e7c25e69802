import type { Status } from '@millrace/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { type Choice, matches, type Outcome, outcomeOf } from './rules.ts';

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

describe('matches', () => {
  const all: Choice = { rule: 'always', branches: '', events: [], disabled: false };
  const push = { event: 'push', target: 'release/1' } as const;
  it.each<[Partial<Choice>, Outcome, boolean]>([
    [{}, 'succeeded', true],
    [{ disabled: true }, 'failed', false],
    [{ rule: 'failure' }, 'failed', true],
    [{ rule: 'failure' }, 'fixed', false],
    [{ rule: 'failure_and_fixed' }, 'fixed', true],
    [{ rule: 'failure_and_fixed' }, 'succeeded', false],
    [{ branches: 'release/*' }, 'failed', true],
    [{ branches: 'main' }, 'failed', false],
    [{ events: ['push', 'tag'] }, 'failed', true],
    [{ events: ['cron'] }, 'failed', false],
  ])('%j announces %s: %s', (choice, outcome, expected) => {
    expect(matches({ ...all, ...choice }, push, outcome)).toBe(expected);
  });
});
