import { expect, test } from 'vitest';
import { limitsFormOf, readLimits } from './limits-view.ts';

test('form values are days and megabytes; an empty value means the server default', () => {
  const own = { days: 7, file_bytes: 1_500_000, build_bytes: null, repo_bytes: 0 };
  const form = limitsFormOf({ own });
  expect(form).toEqual({ days: '7', file_bytes: '1.5', build_bytes: '', repo_bytes: '0' });
  expect(readLimits(form)).toEqual(own);
  expect(readLimits({ build_bytes: '2' })).toEqual({ build_bytes: 2_000_000 });
});
