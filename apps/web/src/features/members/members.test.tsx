// @vitest-environment happy-dom
import { deleteCollaborator, setCollaborator } from '@millrace/contract/api';
import { readOnly, sampleMember, sampleRepo, sampleUser } from '@millrace/contract/testing';
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

const members = '/octo/hello/settings/members';
const all = { read: true, write: true, admin: true };

test.beforeEach(({ mock }) => {
  serveConfig({ extras: true });
  mock.state.members = [
    sampleMember(),
    sampleMember({ login: 'octo', source: 'owner', ...all }),
    sampleMember({ login: 'ada', ...all }),
  ];
});

const findTable = async () => within(await screen.findByRole('table', { name: 'Members' }));
const readRows = async () =>
  (await findTable())
    .getAllByRole('row')
    .slice(1)
    .map((row) => textsOf(within(row).queryAllByRole('cell')).slice(0, 3));

test('lists members with their roles and the source of each role', async ({ open }) => {
  await open(members);
  expect(await readRows()).toEqual([
    ['Bbrian', 'ReadWriteAdminister', 'Given here'],
    ['Oocto', 'Administer', 'Owner of the namespace'],
    ['Aada', 'Administer', 'Given here'],
  ]);
  expect(screen.getByRole('combobox', { name: 'Rights of brian' })).toHaveValue('read');
  expect(screen.queryByRole('button', { name: 'Delete octo' })).toBeNull();
});

test('says through which teams a member has a role', async ({ mock, open }) => {
  mock.state.members = [
    sampleMember({ source: 'team', teams: ['devs', 'ops'] }),
    sampleMember({ login: 'carl', source: 'granted', teams: ['devs'] }),
    sampleMember({ login: 'octo', source: 'owner', teams: ['devs'], ...all }),
  ];
  await open(members);
  expect((await readRows()).map((row) => row[2])).toEqual([
    'Team devs, ops',
    'Given here, and team devs',
    'Owner of the namespace',
  ]);
  expect(screen.queryByRole('button', { name: 'Delete brian' })).toBeNull();
  screen.getByRole('button', { name: 'Delete carl' });
});

test('adds a member by login', async ({ mock, open, user }) => {
  await open(members);
  await user.click(await screen.findByRole('button', { name: 'Add Member' }));
  const dialog = await findDialog('Add a Member');
  await user.type(dialog.getByLabelText('Login'), ' carl ');
  dialog.getByText(/^Also pushes, starts and approves builds/);
  await user.selectOptions(dialog.getByLabelText('Rights'), 'Administer');
  await user.click(dialog.getByRole('button', { name: 'Add Member' }));
  await findToast('Member has been added successfully');
  await waitFor(async () => expect((await readRows())[2]?.[0]).toBe('Ccarl'));
  expect(mock.calls(setCollaborator)).toMatchObject([
    { params: { namespace: 'octo', name: 'hello', member: 'carl' }, body: { role: 'admin' } },
  ]);
});

test('reports an unknown login and keeps the dialog open', async ({ mock, open, user }) => {
  mock.fail(setCollaborator, 'There is no account carl');
  await open(members);
  await user.click(await screen.findByRole('button', { name: 'Add Member' }));
  const dialog = await findDialog('Add a Member');
  await user.type(dialog.getByLabelText('Login'), 'carl{Enter}');
  await findToast('Unable to add member: There is no account carl');
  const login = dialog.getByLabelText('Login');
  expect(login).toHaveValue('carl');
  await waitFor(() => expect(login).toHaveFocus());
  expect(login).toHaveAccessibleDescription('There is no account carl');
});

test('changes roles in the list', async ({ mock, open, user }) => {
  await open(members);
  await user.selectOptions(await screen.findByLabelText('Rights of brian'), 'Write');
  await findToast('Rights have been changed');
  expect(mock.calls(setCollaborator)[0]?.body).toEqual({ role: 'write' });
  await waitFor(() => expect(screen.getByLabelText('Rights of brian')).toHaveValue('write'));
});

test('removes a member after a confirmation that names them', async ({ mock, open, user }) => {
  await open(members);
  await user.click(await screen.findByRole('button', { name: 'Delete brian' }));
  const question = 'Are you sure you want to remove this member?';
  expect(await screen.findByRole('alertdialog', { name: question })).toHaveAccessibleDescription(
    'brian loses all rights given in octo/hello.',
  );
  await confirm(user, question, 'Delete');
  await findToast('Member has been removed successfully');
  await waitFor(() => expect(screen.queryByText('brian')).toBeNull());
  expect(mock.calls(deleteCollaborator)[0]?.params.member).toBe('brian');
});

test('shows members read-only to other viewers', async ({ mock, open }) => {
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: { ...readOnly, write: true } })];
  await open(members);
  await findTable();
  screen.getByText('Only administrators of this repository can change its members.');
  expect(screen.getByRole('button', { name: 'Add Member' })).toBeDisabled();
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete brian' })).toBeNull();
});

test('shows roles read-only if they come from a forge', async ({ mock, open }) => {
  serveConfig({ signIn: { password: false, forge: true } });
  mock.state.members = [sampleMember({ source: 'forge' })];
  await open(members);
  expect(await readRows()).toEqual([['Bbrian', 'Read', 'Forge']]);
  screen.getByText(/^The rights come from the forge and are changed there\./);
  expect(screen.getByRole('button', { name: 'Add Member' })).toBeDisabled();
});
