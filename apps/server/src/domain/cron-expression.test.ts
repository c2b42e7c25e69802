import { describe, expect, it } from 'vitest';
import { nextTime } from './cron-expression.ts';

const at = (text: string) => Date.parse(text) / 1000;
/** A Thursday. */
const start = at('2026-01-01T10:20:30Z');

describe('nextTime', () => {
  it.each([
    ['@hourly', '2026-01-01T11:00:00Z'],
    ['@daily', '2026-01-02T00:00:00Z'],
    ['@midnight', '2026-01-02T00:00:00Z'],
    ['@weekly', '2026-01-04T00:00:00Z'],
    ['@monthly', '2026-02-01T00:00:00Z'],
    ['@yearly', '2027-01-01T00:00:00Z'],
    ['@annually', '2027-01-01T00:00:00Z'],
    ['@every 1h30m', '2026-01-01T11:50:30Z'],
    ['@every 90s', '2026-01-01T10:22:00Z'],
    ['0 2 * * *', '2026-01-02T02:00:00Z'],
    [' 0  2 * * * ', '2026-01-02T02:00:00Z'],
    ['15 0 2 * * *', '2026-01-02T02:00:15Z'],
    ['0 0 2 ? * MON-FRI', '2026-01-02T02:00:00Z'],
    ['*/15 * * * *', '2026-01-01T10:30:00Z'],
    ['5/15 * * * *', '2026-01-01T10:35:00Z'],
    ['0 0 1,15 * 0', '2026-01-04T00:00:00Z'],
    ['0 0 29 2 *', '2028-02-29T00:00:00Z'],
  ])('reads %s', (expression, next) => {
    expect(nextTime(expression, start)).toBe(at(next));
  });

  it('returns a later time, never the same one', () => {
    expect(nextTime('@hourly', at('2026-01-01T11:00:00Z'))).toBe(at('2026-01-01T12:00:00Z'));
  });

  it('returns 0 for a date that never occurs', () => {
    expect(nextTime('0 0 30 2 *', start)).toBe(0);
  });

  it.each([
    '',
    '* * *',
    '60 * * * *',
    '0 24 * * *',
    '* * * * * * 2030',
    '2030-01-01T00:00:00',
    '@reboot',
    '@sometimes',
    '@every',
    '@every 0s',
    '@every soon',
    'TZ=Asia/Tokyo 0 2 * * *',
    'every day at two',
  ])('rejects "%s"', (expression) => {
    expect(nextTime(expression, start)).toBeNull();
  });
});
