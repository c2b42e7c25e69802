import { expect, it } from 'vitest';
import { planSettings, type WantedSettings } from './repo-settings.ts';

const current = {
  trusted: false,
  timeout: 60,
  autoCancelPullRequests: false,
  autoCancelPushes: false,
  autoCancelRunning: false,
};

it.each<[WantedSettings, boolean, string]>([
  [{ protected: true, visibility: 'public' }, false, 'change'],
  [{ trusted: true }, false, 'forbidden'],
  [{ trusted: false }, false, 'change'],
  [{ trusted: true }, true, 'change'],
  [{ timeout: 30 }, false, 'change'],
  [{ timeout: 90 }, false, 'forbidden'],
  [{ timeout: 90 }, true, 'change'],
  [{ timeout: 0 }, true, 'invalid'],
  [{ timeout: 1.5 }, true, 'invalid'],
  [{ timeout: 50_000 }, true, 'invalid'],
  [{ config_path: 'ci/drone.jsonnet' }, false, 'change'],
  [{ config_path: ' ' }, false, 'invalid'],
  [{ config_path: '/etc/passwd' }, false, 'invalid'],
  [{ config_path: 'a/../b' }, false, 'invalid'],
])('%o by a system admin (%s): %s', (wanted, isSystemAdmin, kind) => {
  expect(planSettings(current, wanted, isSystemAdmin).kind).toBe(kind);
});

it.each<[Partial<typeof current>, WantedSettings, boolean]>([
  [{}, { auto_cancel_running: true }, false],
  [{}, { auto_cancel_running: true, auto_cancel_pushes: true }, true],
  [{ autoCancelPushes: true }, { auto_cancel_running: true }, true],
  [{ autoCancelPushes: true, autoCancelRunning: true }, { auto_cancel_pushes: false }, false],
  [
    { autoCancelPushes: true, autoCancelPullRequests: true, autoCancelRunning: true },
    { auto_cancel_pushes: false },
    true,
  ],
])('auto cancel running, from %o by %o: %s', (before, wanted, expected) => {
  const plan = planSettings({ ...current, ...before }, wanted, false);
  expect(plan.kind === 'change' && plan.changes.auto_cancel_running).toBe(expected);
});
