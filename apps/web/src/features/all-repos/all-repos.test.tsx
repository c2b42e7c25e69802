// @vitest-environment happy-dom
import {
  chownRepo,
  disableRepo,
  listRepoSummaries,
  type RepoSummary,
  repairRepo,
} from '@millrace/contract/api';
import { expect, screen, test, waitFor, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const repo: RepoSummary = {
  slug: 'octo/hello',
  owner: 'octo',
  active: true,
  visibility: 'private',
  trusted: false,
  size: {
    git: 1_000_000,
    logs: 2_000_000,
    artifacts: 3_000_000,
    caches: 4_000_000,
    measured: 1_700_000_000,
  },
  last_build: { number: 7, status: 'success', created: 1_700_000_000 },
};

test('lists repositories with their sizes and newest builds', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  const other = {
    ...repo,
    slug: 'octo/new',
    owner: '',
    active: false,
    size: null,
    last_build: null,
  };
  mock.reply(listRepoSummaries, () => ({ matching: 2, bytes: 10_000_000, repos: [repo, other] }));
  await open('/settings/repositories');
  const table = within(await screen.findByRole('table', { name: 'Repositories' }));
  const row = within(table.getByRole('row', { name: /octo\/hello/ }));
  expect(row.getByText('10 MB').getAttribute('title')).toBe(
    'Git 1 MB, logs 2 MB, artifacts 3 MB, caches 4 MB',
  );
  expect(row.getByRole('link', { name: /#7/ }).getAttribute('href')).toBe('/octo/hello/7');
  within(table.getByRole('row', { name: /octo\/new/ })).getByText('Inactive');
  screen.getByText('2 repositories, 10 MB');
  await user.selectOptions(screen.getByLabelText('Order'), 'By size');
  await waitFor(() => {
    expect(mock.calls(listRepoSummaries).at(-1)?.query).toMatchObject({ sort: 'size' });
  });
});

test('repairs, deactivates and transfers a repository', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.reply(listRepoSummaries, () => ({ matching: 1, bytes: 0, repos: [repo] }));
  await open('/settings/repositories');
  await user.click(await screen.findByRole('button', { name: 'Repair octo/hello' }));
  await waitFor(() => expect(mock.calls(repairRepo)).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: 'Deactivate octo/hello' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Deactivate' }));
  await waitFor(() => expect(mock.calls(disableRepo)).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: 'Change owner octo/hello' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Login of the new owner'), 'ada');
  await user.click(dialog.getByRole('button', { name: 'Change owner' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(mock.calls(chownRepo)[0]?.query).toEqual({ login: 'ada' });
});
