// @vitest-environment happy-dom
import { getUsage } from '@millrace/contract/api';
import { expect, screen, test, waitFor, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';
import { daysOf } from './usage-range.ts';

test('shows the use of runners by group and range', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  await open('/settings/usage');
  const table = within(await screen.findByRole('table', { name: 'Usage' }));
  const row = table.getByRole('row', { name: /octo/ });
  expect([...row.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
    'octo',
    '3',
    '10',
    '1.5',
    '1.20 EUR',
    '5 MB',
  ]);
  await user.selectOptions(screen.getByLabelText('By'), 'Person');
  await waitFor(() => expect(mock.calls(getUsage).at(-1)?.query).toMatchObject({ by: 'person' }));
  const link = screen.getByRole('link', { name: 'Download CSV' });
  expect(link.getAttribute('href')).toContain('by=person&format=csv');
});

test.each([
  ['month', '2026-03-01', '2026-03-15'],
  ['last', '2026-02-01', '2026-02-28'],
  ['days', '2026-02-14', '2026-03-15'],
  ['year', '2025-03-16', '2026-03-15'],
] as const)('%s: from %s to %s', (range, from, to) => {
  expect(daysOf(range, new Date('2026-03-15T12:00:00Z'))).toEqual({ from, to });
});
