// @vitest-environment happy-dom
import { deleteBranch, listBranches } from '@millrace/contract/api';
import { readOnly, recentBuild, sampleRepo, sampleUser } from '@millrace/contract/testing';
import {
  confirm,
  expect,
  findAddress,
  findToast,
  screen,
  test,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const rows = () => within(screen.getByRole('list', { name: 'Branches' })).getAllByRole('listitem');

test('shows status, name, commit, author and message of a branch, and links to its build', async ({
  mock,
  open,
  user,
}) => {
  mock.state.branches['octo/hello'] = [
    recentBuild({
      number: 17,
      status: 'error',
      target: 'release/2',
      message: 'Cut the release',
      after: '0123456789abcdef',
      author_login: 'emeka',
    }),
  ];
  await open('/octo/hello/branches');
  const row = await screen.findByRole('link', { name: /release\/2/ });
  await within(row).findByRole('img', { name: /Error/i });
  within(row).getByText('01234567');
  expect(row).toHaveTextContent('emeka');
  expect(row).toHaveTextContent('Cut the release');
  await user.click(row);
  await findAddress('/octo/hello/17');
});

test('requests the builds that are the state of each branch, if the server knows them', async ({
  mock,
  open,
}) => {
  mock.state.branches['octo/hello'] = [recentBuild({ number: 17, target: 'main' })];
  serveConfig({ extras: true });
  await open('/octo/hello/branches');
  await screen.findByText('1 branch');
  expect(mock.calls(listBranches).at(-1)?.query).toEqual({ state: 'true' });
});

test('lists the default branch first and filters by text', async ({ mock, open, user }) => {
  mock.state.branches['octo/hello'] = ['race', 'mill', 'main'].map((target, at) =>
    recentBuild({ id: at + 1, number: 9 - at, target, created: 1_700_000_000 - at }),
  );
  await open('/octo/hello/branches');
  const names = () => rows().map((row) => row.textContent);
  await screen.findByText('3 branches');
  await waitFor(() => expect(names()[0]).toMatch(/mainDefault/));
  expect(names()).toHaveLength(3);
  expect(names()[1]).toMatch(/race/);
  expect(rows()[0]?.querySelector('time')).toHaveAttribute('datetime');
  await user.type(screen.getByRole('searchbox', { name: 'Filter branches' }), 'MIL');
  await screen.findByText('1 branch');
  expect(names()).toHaveLength(1);
  await user.type(screen.getByRole('searchbox', { name: 'Filter branches' }), 'x');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await screen.findByText('3 branches');
});

test('shows a thousand branches a hundred at a time', async ({ mock, open, user }) => {
  mock.state.branches['octo/hello'] = Array.from({ length: 1000 }, (_, at) =>
    recentBuild({ id: at + 1, number: at + 1, target: `branch-${at}` }),
  );
  await open('/octo/hello/branches');
  await screen.findByText('1000 branches');
  expect(rows()).toHaveLength(100);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(rows()).toHaveLength(200);
});

test('explains an empty list', async ({ open }) => {
  await open('/octo/hello/branches');
  await screen.findByText(
    'Your Branch List is Empty. This list will be populated when you execute a pipeline for an open branch.',
  );
});

test('reports a list that cannot be loaded', async ({ mock, open }) => {
  mock.fail(listBranches, 'database is locked', 500);
  await open('/octo/hello/branches');
  await findToast('database is locked');
});

const giveBranches = (...names: string[]) =>
  names.map((target, at) => recentBuild({ id: at + 1, number: at + 1, target }));

test('removes a branch from the list after confirmation', async ({ mock, open, user }) => {
  mock.state.branches['octo/hello'] = giveBranches('main', 'old/one');
  await open('/octo/hello/branches');
  const question = 'Remove old/one from the list of branches?';
  const remove = await screen.findByRole('button', { name: 'Remove old/one from the list' });
  await user.click(remove);
  expect(await screen.findByRole('alertdialog', { name: question })).toHaveAccessibleDescription(
    /^The branch and its builds in octo\/hello stay\./,
  );
  await confirm(user, question, 'Cancel');
  expect(mock.calls(deleteBranch)).toEqual([]);
  await user.click(remove);
  await confirm(user, question, 'Remove');
  await findToast('Branch has been removed from the list');
  await screen.findByText('1 branch');
  expect(mock.calls(deleteBranch)[0]?.params['*']).toBe('old/one');
});

test('keeps a branch that cannot be removed', async ({ mock, open, user }) => {
  mock.state.branches['octo/hello'] = giveBranches('main');
  mock.fail(deleteBranch, 'database is locked', 500);
  await open('/octo/hello/branches');
  await user.click(await screen.findByRole('button', { name: 'Remove main from the list' }));
  await confirm(user, 'Remove main from the list of branches?', 'Remove');
  await findToast('Unable to remove branch: database is locked');
  expect(rows()).toHaveLength(1);
});

test('does not let readers remove a branch', async ({ mock, open }) => {
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: readOnly })];
  mock.state.branches['octo/hello'] = giveBranches('main');
  await open('/octo/hello/branches');
  await screen.findByRole('link', { name: /main/ });
  expect(screen.queryByRole('button', { name: /from the list/ })).toBeNull();
});
