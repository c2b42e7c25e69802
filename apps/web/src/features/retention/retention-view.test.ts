import { expect, it } from 'vitest';
import {
  addLosses,
  bodyOf,
  exceededLimit,
  formOf,
  lossesOf,
  noLosses,
  queryOf,
} from './retention-view.ts';

const none = {
  build_days: null,
  build_count: null,
  log_days: null,
  log_count: null,
  artifact_days: null,
  artifact_count: null,
  test_days: null,
  test_count: null,
};
const server = {
  build_days: 0,
  build_count: 0,
  log_days: 30,
  log_count: 0,
  artifact_days: 90,
  artifact_count: 0,
  test_days: 0,
  test_count: 0,
};

it('sends only edited limits, and null for an empty field', () => {
  const form = { ...formOf({ own: { ...none, log_days: 10 } }), build_count: '0' };
  expect(bodyOf({ log_days: '', build_count: '0' })).toEqual({ log_days: null, build_count: 0 });
  expect(queryOf(form)).toEqual({ log_days: '10', build_count: '0' });
});

it.each([
  ['', {}, false, undefined],
  ['30', {}, false, undefined],
  ['31', {}, false, 30],
  ['0', {}, false, 30],
  ['31', {}, true, undefined],
  ['60', { log_days: 60 }, false, undefined],
  ['61', { log_days: 60 }, false, 60],
  ['61', { log_days: 0 }, false, undefined],
])(
  'limits %j of an admin, with %j set, as system admin: %s',
  (typed, own, isSystemAdmin, limit) => {
    const state = { own: { ...none, ...own }, server };
    expect(exceededLimit(state, 'log_days', typed, isSystemAdmin)).toBe(limit);
  },
);

it('lists the kinds of data that would be deleted', () => {
  const no = { builds: 0, bytes: 0 };
  const some = { builds: 2, bytes: 0 };
  expect(lossesOf({ build: no, log: some, artifact: no, test: some })).toEqual(['log', 'test']);
});

it('adds the pages of a preview', () => {
  const first = { ...noLosses, log: { builds: 1, bytes: 10 } };
  const second = { ...noLosses, log: { builds: 2, bytes: 5 }, unreadable: 1 };
  expect(addLosses(first, second)).toMatchObject({
    log: { builds: 3, bytes: 15 },
    build: { builds: 0, bytes: 0 },
    unreadable: 1,
  });
});
