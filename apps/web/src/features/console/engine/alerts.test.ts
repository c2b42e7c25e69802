import { expect, it } from 'vitest';
import { updateAlerts } from './alerts.ts';
import { packFacts } from './line-facts.ts';

const facts = (...kinds: ('error' | 'warning' | 'plain')[]) =>
  Uint32Array.from(kinds, (kind) =>
    packFacts({
      columns: 5,
      isExact: true,
      isHidden: false,
      isRepeat: false,
      isError: kind === 'error',
      isWarning: kind === 'warning',
    }),
  );

it('follows the lines of a log, also if they change', () => {
  const first = updateAlerts([], 10, facts('plain', 'error', 'warning'));
  expect(first).toEqual([
    { line: 11, isError: true },
    { line: 12, isError: false },
  ]);
  expect(updateAlerts(first, 13, facts('plain'))).toBe(first);
  const earlier = updateAlerts(first, 0, facts('warning'));
  expect(earlier.map(({ line }) => line)).toEqual([0, 11, 12]);
  expect(updateAlerts(earlier, 11, facts('plain', 'error'))).toEqual([
    { line: 0, isError: false },
    { line: 12, isError: true },
  ]);
});
