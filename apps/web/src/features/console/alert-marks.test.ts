import { expect, it } from 'vitest';
import { markAlerts } from './alert-marks.ts';

it('joins alerts at the same place, and draws errors last', () => {
  const alerts = [
    { line: 0, isError: true },
    { line: 1, isError: false },
    { line: 50, isError: false },
    { line: 99, isError: false },
  ];
  expect(markAlerts(alerts, { totalRows: 100, lineAt: (row) => row }, 10)).toEqual([
    { at: 0.5, isError: false },
    { at: 0.9, isError: false },
    { at: 0, isError: true },
  ]);
});
