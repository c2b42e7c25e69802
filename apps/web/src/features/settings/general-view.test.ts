import { expect, it } from 'vitest';
import { completeChange, type GeneralForm, timeoutChoices, timeoutLabel } from './general-view.ts';

const texts = { minutes: (n: number) => `${n} minutes`, hours: (n: number) => `${n} hours` };

it.each([
  [15, '15 minutes'],
  [90, '90 minutes'],
  [100, '1.67 hours'],
  [120, '2 hours'],
  [150, '2.5 hours'],
  [1440, '24 hours'],
])('labels %i minutes as %s', (minutes, label) => {
  expect(timeoutLabel(minutes, texts)).toBe(label);
});

it('adds a stored timeout that is not in the list', () => {
  expect(timeoutChoices(45)).toContain(45);
  expect(timeoutChoices(60)).toHaveLength(19);
});

const off = {
  auto_cancel_pull_requests: false,
  auto_cancel_pushes: false,
  auto_cancel_running: false,
} as GeneralForm;

it.each<[Partial<GeneralForm>, Partial<GeneralForm>, boolean]>([
  [{}, { auto_cancel_running: true }, false],
  [{ auto_cancel_pushes: true }, { auto_cancel_running: true }, true],
  [{ auto_cancel_pushes: true, auto_cancel_running: true }, { auto_cancel_pushes: false }, false],
  [
    { auto_cancel_pushes: true, auto_cancel_pull_requests: true, auto_cancel_running: true },
    { auto_cancel_pushes: false },
    true,
  ],
])('changing %o by %o sets auto cancel running to %s', (before, change, expected) => {
  const form = { ...off, ...before };
  const changed = { ...form, ...completeChange(form, change) };
  expect(changed.auto_cancel_running).toBe(expected);
});
