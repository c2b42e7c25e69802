// @vitest-environment happy-dom
import { createBuild, listBranches, listBuilds } from '@millrace/contract/api';
import { recentBuild } from '@millrace/contract/testing';
import type { MockApi } from '@millrace/contract/testing/mock-api';
import {
  expect,
  findAddress,
  findDialog,
  findToast,
  screen,
  test,
  waitFor,
} from '../testing/screen-test.tsx';

const slug = 'octo/hello';

function mockBranches(mock: MockApi): void {
  mock.state.builds[slug] = [recentBuild({ number: 7, attempt: 1 })];
  mock.state.branches[slug] = ['main', 'feature/mill', 'feature/race'].map((target, at) =>
    recentBuild({ id: at + 1, number: at + 1, target }),
  );
}
const optionNames = () =>
  screen
    .queryAllByRole('option')
    .filter((option) => option.closest('select') === null)
    .map((option) => option.textContent);

test('suggests branches from the server in New Build, and selects one with the keyboard', async ({
  mock,
  open,
  user,
}) => {
  mockBranches(mock);
  await open('/octo/hello');
  await user.click(await screen.findByRole('button', { name: 'New Build' }));
  const dialog = await findDialog('Create a New Build');
  const branch = dialog.getByRole('combobox', { name: 'Target branch' });
  expect(mock.calls(listBranches)).toEqual([]);
  await user.type(branch, 'feat');
  await waitFor(() => expect(optionNames()).toEqual(['feature/mill', 'feature/race']));
  await waitFor(() =>
    expect(mock.calls(listBranches).at(-1)?.query).toEqual({ q: 'feat', per_page: '50' }),
  );
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const option = screen.getByRole('option', { name: 'feature/race' });
  expect(branch).toHaveAttribute('aria-activedescendant', option.id);
  expect(branch).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(branch).toHaveValue('feature/race');
  expect(branch).toHaveAttribute('aria-expanded', 'false');
  expect(mock.calls(createBuild)).toEqual([]);
  await user.keyboard('{Enter}');
  await findAddress('/octo/hello/8');
  expect(mock.calls(createBuild)[0]?.query).toEqual({ branch: 'feature/race' });
});

test('Escape closes the suggestions first, then the dialog', async ({ mock, open, user }) => {
  mockBranches(mock);
  await open('/octo/hello');
  await user.click(await screen.findByRole('button', { name: 'New Build' }));
  const dialog = await findDialog('Create a New Build');
  await user.click(dialog.getByRole('combobox', { name: 'Target branch' }));
  await waitFor(() => expect(optionNames()).toHaveLength(3));
  await user.keyboard('{Escape}');
  expect(optionNames()).toEqual([]);
  screen.getByRole('dialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('filters by a complete branch name, even an unknown one', async ({ mock, open, user }) => {
  mockBranches(mock);
  await open('/octo/hello');
  const branch = await screen.findByRole('combobox', { name: 'Branch' });
  await user.type(branch, 'brand-new');
  expect(location.search).toBe('');
  await user.keyboard('{Enter}');
  await findAddress('/octo/hello?branch=brand-new');
  await waitFor(() => expect(mock.calls(listBuilds).at(-1)?.query.branch).toBe('brand-new'));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await findAddress('/octo/hello');
  await user.click(branch);
  await user.click(await screen.findByRole('option', { name: 'feature/mill' }));
  await findAddress('/octo/hello?branch=feature%2Fmill');
});

test('filters suggestions in the browser if the server does not search', async ({
  mock,
  open,
  user,
}) => {
  mockBranches(mock);
  mock.reply(listBranches, () => mock.state.branches[slug]);
  await open('/octo/hello/settings/badges');
  await user.type(await screen.findByRole('combobox', { name: 'Branch' }), 'RACE');
  await waitFor(() => expect(optionNames()).toEqual(['feature/race']));
});

test('reports branches that cannot be loaded, and keeps the typed name', async ({
  mock,
  open,
  user,
}) => {
  mockBranches(mock);
  mock.fail(listBranches, 'The database is busy', 503);
  await open('/octo/hello/settings/badges');
  const branch = await screen.findByRole('combobox', { name: 'Branch' });
  await user.type(branch, 'main');
  await findToast('The database is busy');
  expect(branch).toHaveValue('main');
});
