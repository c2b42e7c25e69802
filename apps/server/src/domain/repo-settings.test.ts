import { expect, it } from 'vitest';
import { planSettings, type WantedSettings } from './repo-settings.ts';

const current = {
  trusted: false,
  timeout: 60,
  throttle: 2,
  counter: 7,
  newestBuild: 5,
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
  [{ throttle: 3 }, false, 'forbidden'],
  [{ throttle: 2 }, false, 'change'],
  [{ throttle: 0 }, true, 'change'],
  [{ throttle: -1 }, true, 'invalid'],
  [{ throttle: 1.5 }, true, 'invalid'],
  [{ counter: 9 }, false, 'forbidden'],
  [{ counter: 7 }, false, 'change'],
  [{ counter: 9 }, true, 'change'],
  [{ counter: 5 }, true, 'change'],
  [{ counter: 4 }, true, 'invalid'],
  [{ counter: 1e12 }, true, 'invalid'],
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
