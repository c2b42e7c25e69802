import type { DigestPeriod } from '@millrace/contract/vocabulary';
import { expect, it } from 'vitest';
import { lastEnd, nextEnd } from './digest-time.ts';

const at = (text: string) => Date.parse(text) / 1000;

it.each<[DigestPeriod, string, string, string]>([
  ['daily', '2026-11-25T06:00:00Z', '2026-11-25T06:00:00Z', '2026-11-26T06:00:00Z'],
  ['daily', '2026-11-25T05:59:59Z', '2026-11-24T06:00:00Z', '2026-11-25T06:00:00Z'],
  ['daily', '2026-12-31T23:00:00Z', '2026-12-31T06:00:00Z', '2027-01-01T06:00:00Z'],
  ['weekly', '2026-11-25T12:00:00Z', '2026-11-23T06:00:00Z', '2026-11-30T06:00:00Z'],
  ['weekly', '2026-11-23T06:00:00Z', '2026-11-23T06:00:00Z', '2026-11-30T06:00:00Z'],
  ['weekly', '2026-11-23T05:59:59Z', '2026-11-16T06:00:00Z', '2026-11-23T06:00:00Z'],
])('%s digests at %s end at %s, and then at %s', (period, now, last, next) => {
  expect(lastEnd(period, 6, at(now))).toBe(at(last));
  expect(nextEnd(period, 6, at(now))).toBe(at(next));
});

it('ends everything now without digests', () => {
  expect(lastEnd('off', 6, 1234)).toBe(1234);
});
