// @vitest-environment happy-dom
import {
  addBuildAccess,
  listBuildAccess,
  listBuildReaders,
  removeBuildAccess,
  removeBuildReader,
} from '@millrace/contract/api';
import { readOnly, sampleRepo, sampleUser } from '@millrace/contract/testing';
import {
  confirm,
  expect,
  findDialog,
  findToast,
  screen,
  test,
  textsOf,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const page = '/octo/hello/settings/build-access';
const titles = { targets: 'Builds May Read', readers: 'Read by Builds Of' };
const question = 'Are you sure you want to remove this repository?';

test.beforeEach(({ mock }) => {
  serveConfig({ extras: true });
  const fact = { added_by: 'brian', created: 1 };
  mock.state.buildAccess = {
    targets: [{ slug: 'octo/library', ...fact }],
    readers: [{ slug: 'octo/shop', ...fact }],
  };
});

const findRows = async (title: string) => {
  const table = within(await screen.findByRole('table', { name: title }));
  const rows = table.getAllByRole('row').slice(1);
  return rows.map((row) => textsOf(within(row).queryAllByRole('cell')).slice(0, 2));
};

test('lists both sides', async ({ open }) => {
  await open(page);
  expect(await findRows(titles.targets)).toEqual([['octo/library', 'brian']]);
  expect(await findRows(titles.readers)).toEqual([['octo/shop', 'brian']]);
  screen.getByText(/Pull requests from forks get no access\.$/);
});

test('adds a repository', async ({ mock, open, user }) => {
  mock.state.buildAccess.targets = [];
  await open(page);
  await screen.findByText('Builds can read this repository and public ones.');
  await user.click(screen.getByRole('button', { name: 'Add Repository' }));
  const dialog = await findDialog('Add a Repository');
  await user.type(dialog.getByLabelText('Repository'), ' octo/tools ');
  await user.click(dialog.getByRole('button', { name: 'Add Repository' }));
  await findToast('Repository has been added successfully');
  await waitFor(async () => expect((await findRows(titles.targets))[0]?.[0]).toBe('octo/tools'));
  expect(mock.calls(addBuildAccess)[0]?.params).toEqual({
    namespace: 'octo',
    name: 'hello',
    '*': 'octo/tools',
  });
});

test.for(['library', 'octo/', 'octo/a/b', '../collaborators', 'octo/..', 'octo hello/a'])(
  'sends no call for %s',
  async (slug, { mock, open, user }) => {
    await open(page);
    await user.click(await screen.findByRole('button', { name: 'Add Repository' }));
    const dialog = await findDialog('Add a Repository');
    const field = dialog.getByLabelText('Repository');
    await user.type(field, `${slug}{Enter}`);
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(/^Enter the name as namespace\/name/),
    );
    expect(mock.calls(addBuildAccess)).toEqual([]);
    await user.type(field, 'x');
    expect(field).toHaveAccessibleDescription(/^As namespace\/name\./);
  },
);

test.for([
  'There is no repository octo/tools',
  'You need admin permission for octo/tools too',
  'Builds may always read their own repository',
])('shows "%s" at the field, and keeps the dialog open', async (message, { mock, open, user }) => {
  mock.fail(addBuildAccess, message);
  await open(page);
  await user.click(await screen.findByRole('button', { name: 'Add Repository' }));
  const dialog = await findDialog('Add a Repository');
  await user.type(dialog.getByLabelText('Repository'), 'octo/tools{Enter}');
  await findToast(`Unable to add repository: ${message}`);
  await waitFor(() =>
    expect(dialog.getByLabelText('Repository')).toHaveAccessibleDescription(message),
  );
});

test.for([
  ['octo/library', removeBuildAccess, 'Builds of octo/hello can no longer read octo/library.'],
  ['octo/shop', removeBuildReader, 'Builds of octo/shop can no longer read octo/hello.'],
] as const)(
  'removes %s after a confirmation',
  async ([slug, endpoint, detail], { mock, open, user }) => {
    await open(page);
    await user.click(await screen.findByRole('button', { name: `Remove ${slug}` }));
    expect(await screen.findByRole('alertdialog', { name: question })).toHaveAccessibleDescription(
      detail,
    );
    await confirm(user, question, 'Remove');
    await findToast('Repository has been removed successfully');
    await waitFor(() => expect(screen.queryByText(slug)).toBeNull());
    expect(mock.calls(endpoint)[0]?.params['*']).toBe(slug);
  },
);

test('reports failed calls', async ({ mock, open, user }) => {
  mock.fail(removeBuildReader, 'The database is busy');
  await open(page);
  await user.click(await screen.findByRole('button', { name: 'Remove octo/shop' }));
  await confirm(user, question, 'Remove');
  await findToast('Unable to remove repository: The database is busy');
  expect(await findRows(titles.readers)).toHaveLength(1);
});

test('reports lists that could not be loaded', async ({ mock, open }) => {
  mock.fail(listBuildAccess, 'The database is busy');
  mock.fail(listBuildReaders, 'The database is busy');
  await open(page);
  await waitFor(() => expect(screen.getAllByText('This could not be loaded')).toHaveLength(2));
});

test('is for administrators', async ({ mock, open }) => {
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: { ...readOnly, write: true } })];
  await open(page);
  await screen.findByText('Only administrators of this repository can see these settings.');
  expect(screen.queryByRole('link', { name: 'Build Access' })).toBeNull();
  expect(mock.calls(listBuildAccess)).toEqual([]);
});

test('is linked in the settings of hosted repositories alone', async ({ open }) => {
  await open('/octo/hello/settings/members');
  await screen.findByRole('link', { name: 'Build Access' });
  serveConfig({ signIn: { password: false, forge: true } });
  await open('/octo/hello/settings/members');
  await screen.findByRole('link', { name: 'Members' });
  expect(screen.queryByRole('link', { name: 'Build Access' })).toBeNull();
  await open(page);
  await screen.findByRole('heading', { name: /cannot be found\.$/ });
});
