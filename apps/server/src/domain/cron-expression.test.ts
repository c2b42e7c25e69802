import { describe, expect, it } from 'vitest';
import { isTooFrequent, nextTime } from './cron-expression.ts';

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
    expect(nextTime({ expr: expression, timeZone: '' }, start)).toBe(at(next));
  });

  it.each([
    ['TZ=Asia/Tokyo 0 2 * * *', '', '2026-01-01T17:00:00Z'],
    ['CRON_TZ=Europe/Vienna  @daily', 'Asia/Tokyo', '2026-01-01T23:00:00Z'],
    ['0 2 * * *', 'Asia/Tokyo', '2026-01-01T17:00:00Z'],
    ['TZ=Asia/Tokyo @every 90s', '', '2026-01-01T10:22:00Z'],
  ])('reads %s in the time zone "%s"', (expr, timeZone, next) => {
    expect(nextTime({ expr, timeZone }, start)).toBe(at(next));
  });

  it('returns a later time, never the same one', () => {
    expect(nextTime({ expr: '@hourly', timeZone: '' }, at('2026-01-01T11:00:00Z'))).toBe(
      at('2026-01-01T12:00:00Z'),
    );
  });

  it('returns 0 for a date that never occurs', () => {
    expect(nextTime({ expr: '0 0 30 2 *', timeZone: '' }, start)).toBe(0);
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
    'TZ=Mars/Base 0 2 * * *',
    'TZ=Asia/Tokyo',
    'every day at two',
  ])('rejects "%s"', (expression) => {
    expect(nextTime({ expr: expression, timeZone: '' }, start)).toBeNull();
  });
});

describe('a schedule that is shorter than a minute', () => {
  it.each([
    ['@every 1s', '2026-01-01T10:21:30Z', '2026-01-01T10:22:30Z'],
    ['@every 59s', '2026-01-01T10:21:30Z', '2026-01-01T10:22:30Z'],
    ['* * * * * *', '2026-01-01T10:20:31Z', '2026-01-01T10:21:31Z'],
    ['*/25 * * * * *', '2026-01-01T10:20:50Z', '2026-01-01T10:21:50Z'],
    ['0,1 0 0 1 1 *', '2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z'],
  ])('runs at most each minute: %s', (expr, first, second) => {
    const schedule = { expr, timeZone: '' };
    const time = nextTime(schedule, start) ?? 0;
    expect([time, nextTime(schedule, time, time)]).toEqual([at(first), at(second)]);
    expect(isTooFrequent(schedule, start)).toBe(true);
    expect(isTooFrequent(schedule, at('2027-01-01T00:00:00Z'))).toBe(true);
  });

  it.each([
    '@every 60s',
    '@every 1m1s',
    '* * * * *',
    '30 * * * * *',
    '@yearly',
    '0 0 30 2 *',
    'soon',
  ])('is not %s', (expr) => {
    expect(isTooFrequent({ expr, timeZone: '' }, start)).toBe(false);
  });
});
