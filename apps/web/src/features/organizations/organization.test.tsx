// @vitest-environment happy-dom
import { getOrganizationHealth, type RepoHealth } from '@millrace/contract/api';
import { expect, findAddress, screen, test, textsOf, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const repo = (name: string, more: Partial<RepoHealth> = {}): RepoHealth => ({
  slug: `octo/${name}`,
  finished: 10,
  recovered: 0,
  running: 0,
  waiting: 0,
  ...more,
});
const branch = { branch: 'main', number: 9, event: 'push' } as const;
const health = [
  repo('calm', {
    median: 75,
    branch: { ...branch, slug: 'octo/calm', status: 'success', result: 'success' },
  }),
  repo('empty', { finished: 0 }),
  repo('new', { branch: { ...branch, slug: 'octo/new', status: 'running' } }),
  repo('stuck', {
    recovered: 3,
    running: 1,
    waiting: 4,
    failing_since_time: 1_700_000_000,
    branch: {
      ...branch,
      slug: 'octo/stuck',
      status: 'failure',
      result: 'failure',
      failing_since: 7,
    },
  }),
];
const namesOf = (rows: HTMLElement[]) =>
  textsOf(rows)
    .slice(1)
    .map((row) => row?.split('main')[0]);

test('shows how the repositories of an organization do, and sorts them', async ({
  mock,
  open,
  user,
}) => {
  serveConfig({ extras: true });
  mock.state.organization = health;
  await open('/octo');
  await screen.findByRole('heading', { level: 1, name: 'octo' });
  const table = within(await screen.findByRole('table', { name: 'Repositories' }));
  expect(namesOf(table.getAllByRole('row'))[0]).toBe('stuck');
  screen.getByRole('heading', { name: '1 of 4 red' });
  table.getByText('since #7,', { exact: false });
  expect(table.getByRole('link', { name: 'red' })).toHaveAttribute('href', '/octo/stuck/7');
  // A branch without a result is not green.
  expect(table.getByRole('link', { name: 'Running' })).toHaveAttribute('href', '/octo/new/9');
  expect(table.getAllByRole('link', { name: 'green' })).toHaveLength(1);
  table.getByText('1:15');
  table.getByText('3 of 10');
  table.getByText('1 running, 4 waiting');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Slowest first');
  await findAddress('/octo?sort=slow');
  expect(namesOf(table.getAllByRole('row'))[0]).toBe('calm');
});

test('is linked from its repositories', async ({ open, user }) => {
  serveConfig({ extras: true });
  await open('/octo/hello');
  const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));
  await user.click(await crumbs.findByRole('link', { name: 'octo' }));
  await findAddress('/octo');
});

test('does not exist without repositories, and in front of other servers', async ({
  mock,
  open,
}) => {
  serveConfig({ extras: true });
  mock.state.organization = [];
  await open('/octo');
  await screen.findByText("That's all we know.");
  expect(document.title).toBe('Not found - Millrace');
  await open('/404');
  await screen.findByText("That's all we know.");
  expect(mock.calls(getOrganizationHealth).at(-1)?.params).toEqual({ namespace: 'octo' });
  serveConfig({ extras: false });
  const asked = mock.calls(getOrganizationHealth).length;
  await open('/octo');
  await screen.findByText("That's all we know.");
  expect(mock.calls(getOrganizationHealth)).toHaveLength(asked);
});
