// @vitest-environment happy-dom
import { getBuildTrend, listRepoTests, listTrendParts } from '@millrace/contract/api';
import { sampleRepo } from '@millrace/contract/testing';
import { setRepoTests, setTrends } from '@millrace/contract/testing/mock-api';
import {
  expect,
  findAddress,
  screen,
  test,
  textsOf,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const page = '/octo/hello/trends';

test('shows charts whose points link to the builds of their day', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  setTrends(mock);
  await open(`${page}?range=1w&branch=main`);
  const chart = within(await screen.findByRole('figure', { name: 'Duration' }));
  const points = chart.getAllByRole('link', { name: /median/ });
  // The second day has no build.
  expect(points).toHaveLength(6);
  expect(points[0]).toHaveAccessibleName(/: median 1:40, 95 % at most 2:10 \(8\)$/);
  expect(points[0]?.getAttribute('href')).toMatch(
    /^\/octo\/hello\?branch=main&after=2026-11-2\d&before=2026-11-2\d$/,
  );
  const success = within(screen.getByRole('figure', { name: 'Success rate' }));
  expect(success.getAllByRole('link')[0]).toHaveAccessibleName(/80% \(8 of 10\)$/);
  expect(screen.getByRole('figure', { name: 'Time in queue' })).toBeVisible();
  expect(screen.getByText('60 builds')).toBeVisible();
  points.at(-1)?.focus();
  await user.keyboard('{ArrowLeft}');
  expect(points.at(-2)).toHaveFocus();
  await user.keyboard('{Home}');
  expect(points[0]).toHaveFocus();
  expect(points.map((point) => point.tabIndex)).toEqual([0, -1, -1, -1, -1, -1]);
  expect(mock.calls(getBuildTrend)[0]?.query).toMatchObject({ range: '1w', branch: 'main' });
});

test('marks a lasting change with its commit', async ({ mock, open }) => {
  serveConfig({ extras: true });
  setTrends(mock);
  await open(page);
  const chart = within(await screen.findByRole('figure', { name: 'Duration' }));
  const mark = chart.getByRole('link', { name: '50 % slower since #31, 3f2a9c01' });
  expect(mark).toHaveAttribute('href', '/octo/hello/31');
  const list = within(screen.getByRole('region', { name: 'Lasting changes' }));
  expect(list.getByRole('listitem')).toHaveTextContent(
    /50 % slower.*from 1:40 to 2:30.*3f2a9c01.*Grind finer.*#31/,
  );
});

test('shows the values as a table', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  setTrends(mock);
  await open(page);
  await user.click(await screen.findByRole('button', { name: 'Show as table' }));
  await findAddress(`${page}?view=table`);
  const table = within(screen.getByRole('table', { name: 'Duration' }));
  expect(textsOf(table.getAllByRole('columnheader'))).toEqual([
    'Day',
    'Success rate',
    'Duration, median',
    'Duration, 95 %',
    'Queue, median',
    'Queue, 95 %',
  ]);
  const rows = table.getAllByRole('row').slice(1);
  expect(rows[0]).toHaveTextContent(/80% \(8 of 10\)2:303:000:050:26/);
  expect(rows[5]).toHaveTextContent(/no builds––––/);
  expect(within(rows[0] as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/octo\/hello\?after=/),
  );
  expect(screen.queryByRole('figure')).toBeNull();
});

test('keeps time, branch, event and the chosen step in the address', async ({
  mock,
  open,
  user,
}) => {
  serveConfig({ extras: true });
  setTrends(mock);
  await open(page);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Time' }), '12 weeks');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Event' }), 'Push');
  await user.type(screen.getByRole('combobox', { name: 'Branch' }), 'main{Enter}');
  await findAddress(`${page}?range=12w&event=push&branch=main`);
  await user.click(await screen.findByRole('button', { name: 'test › unit' }));
  await findAddress(`${page}?range=12w&event=push&branch=main&stage=test&step=unit`);
  await screen.findByRole('figure', { name: 'Duration of test › unit' });
  expect(screen.queryByRole('figure', { name: 'Time in queue' })).toBeNull();
  const query = { range: '12w', event: 'push', branch: 'main' };
  await waitFor(() =>
    expect(mock.calls(getBuildTrend).at(-1)?.query).toMatchObject({
      ...query,
      stage: 'test',
      step: 'unit',
    }),
  );
  expect(mock.calls(listTrendParts).at(-1)?.query).toMatchObject(query);
  await user.click(screen.getByRole('button', { name: 'Show whole builds' }));
  await findAddress(`${page}?range=12w&event=push&branch=main`);
});

test('sorts stages and steps', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  setTrends(mock);
  await open(page);
  const table = within(await screen.findByRole('table', { name: 'Stages and steps' }));
  const names = () => textsOf(table.getAllByRole('button', { pressed: false }));
  expect(names()).toEqual(['test', 'test › unit', 'lint']);
  await user.click(table.getByRole('button', { name: '95 % at most' }));
  await findAddress(`${page}?parts=p95`);
  expect(names()).toEqual(['lint', 'test', 'test › unit']);
  expect(table.getByRole('columnheader', { name: '95 % at most' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('ranks tests, and links to all of them', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  setTrends(mock);
  setRepoTests(mock, 40);
  mock.state.repos = [sampleRepo({ has_tests: true })];
  await open(`${page}?branch=main`);
  const tests = within(await screen.findByRole('region', { name: 'Tests' }));
  await user.selectOptions(tests.getByRole('combobox', { name: 'Order' }), 'Slowest first');
  await findAddress(`${page}?branch=main&tests=duration`);
  await waitFor(() =>
    expect(mock.calls(listRepoTests).at(-1)?.query).toMatchObject({
      branch: 'main',
      sort: 'duration',
    }),
  );
  expect(tests.getAllByRole('listitem')).toHaveLength(10);
  expect(tests.getByRole('link', { name: 'All tests' })).toHaveAttribute(
    'href',
    '/octo/hello/tests?branch=main&sort=duration',
  );
});

test('says what was left out of many builds', async ({ mock, open }) => {
  serveConfig({ extras: true });
  setTrends(mock);
  Object.assign(mock.state.buildTrend, { every: 3, since: Date.UTC(2026, 10, 24, 12) / 1000 });
  await open(page);
  await screen.findByText(
    '60 builds, one of 3 builds was read, no builds before Nov 24, 2026 were read',
  );
});

test('explains that there are not enough builds, and clears the filter', async ({ open, user }) => {
  serveConfig({ extras: true });
  await open(`${page}?branch=none`);
  await screen.findByText('Not enough builds');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await findAddress(page);
});

test('reports a failure to load', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.fail(getBuildTrend, 'The database is busy', 400);
  await open(page);
  await screen.findByText('The trends could not be loaded');
});

test('shows its texts in Chinese', async ({ mock, open }) => {
  serveConfig({ extras: true });
  setTrends(mock);
  await open(page, 'zh-CN');
  await screen.findByRole('figure', { name: '时长' });
  await screen.findByText('持续的变化');
});

test('does not exist in front of an original server', async ({ mock, open }) => {
  serveConfig({ extras: false });
  await open(page);
  await screen.findByText("That's all we know.");
  expect(mock.calls(getBuildTrend)).toEqual([]);
  await open('/octo/hello');
  const tabs = within(await screen.findByRole('navigation', { name: 'Repository' }));
  expect(tabs.queryByRole('link', { name: 'Trends' })).toBeNull();
});
