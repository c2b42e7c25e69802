// @vitest-environment happy-dom
import {
  createUser,
  deleteUser,
  listUsers,
  resetUserPassword,
  rotateUserToken,
  updateUser,
} from '@millrace/contract/api';
import { nowSec, sampleUser } from '@millrace/contract/testing';
import type { MockApi } from '@millrace/contract/testing/mock-api';
import {
  confirm,
  expect,
  findDialog,
  findToast,
  type ScreenFixtures,
  screen,
  test,
  textsOf,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const users = '/settings/users';

test.beforeEach(({ mock }) => {
  const robot = { login: 'robot', machine: true, active: false, admin: false, last_login: 0 };
  mock.state.users = [
    sampleUser(),
    sampleUser({ id: 2, login: 'brian', created: nowSec() - 86_400 * 14 }),
    sampleUser({ id: 3, ...robot }),
  ];
});

type Opener = Pick<ScreenFixtures, 'open' | 'user'>;

async function openEdit({ open, user }: Opener, login: string) {
  await open(users);
  await user.click(await screen.findByRole('button', { name: `Edit ${login}` }));
  return findDialog('Edit user');
}

const findTable = async () => within(await screen.findByRole('table', { name: 'User Management' }));
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const bodies = (mock: MockApi) =>
  mock.calls(updateUser).map(({ params, body }) => [params.login, body]);

test('confirms an imported account', async ({ mock, open, user }) => {
  mock.state.users.push({ ...sampleUser({ id: 4, login: 'zoe' }), unconfirmed: true });
  await open(users);
  (await findTable()).getByRole('cell', { name: 'Unconfirmed' });
  await user.click(screen.getByRole('button', { name: 'Edit zoe' }));
  const dialog = await findDialog('Edit user');
  await user.click(dialog.getByRole('checkbox', { name: /Confirm the account/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await noDialog();
  expect(bodies(mock)).toEqual([['zoe', { unconfirmed: false }]]);
  await waitFor(() => expect(screen.queryByRole('cell', { name: 'Unconfirmed' })).toBeNull());
});

test('shows why an account has no access', async ({ mock, open, user }) => {
  const access_ended = { since: nowSec() - 60, reason: 'blocked', detail: 'suspended' } as const;
  mock.state.users.push({ ...sampleUser({ id: 4, login: 'zoe' }), access_ended });
  await open(users);
  const reason = 'No access: the forge has blocked this account. (suspended)';
  const table = await findTable();
  expect(table.getByRole('cell', { name: 'No access' })).toHaveAttribute('title', reason);
  await user.click(screen.getByRole('button', { name: 'Edit zoe' }));
  (await findDialog('Edit user')).getByText(reason);
});

test('shows every column, and an edit button except for the own account', async ({ open }) => {
  await open(users);
  await screen.findByRole('heading', { name: 'System Administration' });
  const table = await findTable();
  screen.getByRole('heading', { name: 'User Management' });
  expect(textsOf(table.getAllByRole('columnheader'))).toEqual([
    'Username',
    'Active',
    'Type',
    'Role',
    'Created',
    'Last Login',
    'Actions',
  ]);
  const cells = table.getAllByRole('row').map((row) => textsOf(within(row).queryAllByRole('cell')));
  expect(cells[2]).toEqual(['Bbrian', 'Active', 'User', 'Admin', '2 weeks ago', '2 hours ago', '']);
  expect(cells[3]).toEqual(['Rrobot', 'Inactive', 'Machine', 'Member', '3 days ago', '', '']);
  screen.getByRole('button', { name: 'Edit brian' });
  expect(screen.queryByRole('button', { name: 'Edit ada' })).toBeNull();
});

test('requires login and email of a new user, trimmed', async ({ mock, open, user }) => {
  await open(users);
  await user.click(await screen.findByRole('button', { name: 'New User' }));
  const dialog = await findDialog('Create a New User');
  const create = dialog.getByRole('button', { name: 'Create' });
  const login = dialog.getByLabelText('Login');
  expect(dialog.getByLabelText('Email')).toHaveAttribute('type', 'email');
  await user.click(create);
  await user.type(login, '   ');
  await user.type(dialog.getByLabelText('Email'), 'chen@example.com');
  await user.click(create);
  expect(mock.calls(createUser)).toEqual([]);
  await user.clear(login);
  await user.type(login, ' chen ');
  await user.click(dialog.getByRole('checkbox', { name: 'Admin User' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Machine User' }));
  await user.click(create);
  await findToast('New user has been created successfully');
  await noDialog();
  expect(mock.calls(createUser).map(({ body }) => body)).toEqual([
    { login: 'chen', email: 'chen@example.com', admin: true, machine: true },
  ]);
  await screen.findByRole('row', { name: /chen/ });
});

test('changes the admin flag in Edit, but not Machine', async ({ mock, open, user }) => {
  const dialog = await openEdit({ open, user }, 'robot');
  const machine = dialog.getByRole('checkbox', { name: 'Machine User' });
  expect(machine).toBeChecked();
  expect(machine).toBeDisabled();
  await user.click(dialog.getByRole('checkbox', { name: 'Admin User' }));
  dialog.getByRole('button', { name: 'Cancel' });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await findToast('User settings have been updated');
  await noDialog();
  expect(bodies(mock)).toEqual([['robot', { admin: true }]]);
  await screen.findByRole('row', { name: /robot.*Admin/ });
});

test('keeps the dialog of a user open when saving the previous one finishes', async ({
  mock,
  open,
  user,
}) => {
  const dialog = await openEdit({ open, user }, 'brian');
  const release = mock.hold(updateUser);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(mock.calls(updateUser)).toHaveLength(1));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await noDialog();
  await user.click(screen.getByRole('button', { name: 'Edit robot' }));
  await findDialog('Edit user');
  release();
  await findToast('User settings have been updated');
  (await findDialog('Edit user')).getByText('robot');
});

test('asks for confirmation before Delete', async ({ mock, open, user }) => {
  const dialog = await openEdit({ open, user }, 'brian');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await confirm(user, 'Are you sure you want to delete this user?', 'Cancel');
  expect(mock.calls(deleteUser)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await confirm(user, 'Are you sure you want to delete this user?', 'Delete');
  await findToast('User has been deleted successfully');
  await findTable();
  await waitFor(() => expect(screen.queryByRole('row', { name: /brian/ })).toBeNull());
});

test('shows the list and both choices in Chinese', async ({ mock, open, user }) => {
  mock.state.holdings = {
    brian: {
      repos: ['compiler'],
      builds: 12,
      crons: [],
      secrets: [],
      registries: [],
      templates: [],
    },
  };
  await open(users, 'zh-CN');
  await user.click(await screen.findByRole('button', { name: /brian/ }));
  await user.click(await screen.findByRole('button', { name: '删除' }));
  const question = await findDialog('确定要删除此用户吗？');
  question.getByText('仓库（共 12 次构建）');
  await user.click(question.getByRole('radio', { name: '全部移交给另一位用户' }));
  question.getByLabelText('接收者');
});

test('keeps the form if a user cannot be created', async ({ mock, open, user }) => {
  mock.fail(createUser, 'The login brian is taken');
  await open(users);
  await user.click(await screen.findByRole('button', { name: 'New User' }));
  const dialog = await findDialog('Create a New User');
  await user.type(dialog.getByLabelText('Login'), 'brian');
  await user.type(dialog.getByLabelText('Email'), 'brian@example.com');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await findToast('Unable to create new user: The login brian is taken');
  const login = (await findDialog('Create a New User')).getByLabelText('Login');
  expect(login).toHaveValue('brian');
  await waitFor(() => expect(login).toHaveFocus());
  expect(login).toHaveAccessibleDescription('The login brian is taken');
});

test('reports a change and a deletion that fail', async ({ mock, open, user }) => {
  mock.fail(updateUser, 'no', 500);
  mock.fail(deleteUser, 'never', 500);
  const dialog = await openEdit({ open, user }, 'brian');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await findToast('Unable to create new user: no');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await confirm(user, 'Are you sure you want to delete this user?', 'Delete');
  await findToast('Unable to delete user: never');
});

test('shows Loading... until the list is loaded', async ({ mock, open }) => {
  const release = mock.hold(listUsers);
  await open(users);
  await screen.findByText('Loading...');
  expect(screen.queryByRole('table')).toBeNull();
  release();
  await findTable();
  expect(screen.queryByText('Loading...')).toBeNull();
});

test('resets the password of a person and shows it once', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  const dialog = await openEdit({ open, user }, 'brian');
  const question = 'Are you sure you want to reset the password of this user?';
  await user.click(dialog.getByRole('button', { name: 'Reset Password' }));
  expect(await screen.findByRole('alertdialog', { name: question })).toHaveAccessibleDescription(
    /^The current password of brian stops working and all sessions of the account end\./,
  );
  expect(mock.calls(resetUserPassword)).toEqual([]);
  await confirm(user, question, 'Reset Password');
  const handOver = await findDialog('Reset Password');
  handOver.getByText('Hand this over to brian: it is shown only now.');
  handOver.getByText('fresh-words');
  expect(mock.calls(resetUserPassword)[0]?.params).toEqual({ login: 'brian' });
  await user.click(handOver.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('fresh-words')).toBeNull());
});

test('reports why a reset failed', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.fail(resetUserPassword, 'brian does not sign in with a password');
  const dialog = await openEdit({ open, user }, 'brian');
  await user.click(dialog.getByRole('button', { name: 'Reset Password' }));
  await confirm(
    user,
    'Are you sure you want to reset the password of this user?',
    'Reset Password',
  );
  await findToast('Unable to reset the password: brian does not sign in with a password');
});

test('creates a new token for a machine user', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  const dialog = await openEdit({ open, user }, 'robot');
  await user.click(dialog.getByRole('button', { name: 'Renew Token' }));
  await confirm(user, 'Are you sure you want to renew the token of this user?', 'Renew Token');
  (await findDialog('Renew Token')).getByText('a-fresh-token');
  expect(mock.calls(rotateUserToken)[0]?.params).toEqual({ login: 'robot' });
});

test('hides passwords if accounts come from a forge', async ({ open, user }) => {
  serveConfig({ extras: true, signIn: { password: false, forge: true } });
  const dialog = await openEdit({ open, user }, 'brian');
  expect(dialog.queryByRole('button', { name: 'Reset Password' })).toBeNull();
});

test('deactivates an account', async ({ mock, open, user }) => {
  const dialog = await openEdit({ open, user }, 'brian');
  await user.click(dialog.getByRole('checkbox', { name: 'Active' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await findToast('User settings have been updated');
  expect(bodies(mock)).toEqual([['brian', { active: false }]]);
});
