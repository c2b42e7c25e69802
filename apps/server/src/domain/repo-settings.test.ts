import { expect, it } from 'vitest';
import { planSettings, type WantedSettings } from './repo-settings.ts';

const current = {
  trusted: false,
  timeout: 60,
  throttle: 2,
  counter: 7,
  newestBuild: 5,
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
  [{ config_folder: '' }, false, 'change'],
  [{ config_folder: 'ci/.drone' }, false, 'change'],
  [{ config_folder: '.' }, false, 'invalid'],
  [{ config_folder: './ci' }, false, 'invalid'],
  [{ config_folder: '/ci' }, false, 'invalid'],
  [{ config_folder: 'ci//a' }, false, 'invalid'],
  [{ config_folder: 'ci/..' }, false, 'invalid'],
  [{ config_folder: 'a\nb' }, false, 'invalid'],
])('%o by a system admin (%s): %s', (wanted, isSystemAdmin, kind) => {
  expect(planSettings(current, wanted, isSystemAdmin).kind).toBe(kind);
});

it('stores each setting by itself', () => {
  const wanted = { auto_cancel_running: true };
  expect(planSettings(current, wanted, false)).toEqual({ kind: 'change', changes: wanted });
});
