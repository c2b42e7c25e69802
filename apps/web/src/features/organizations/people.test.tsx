// @vitest-environment happy-dom
import {
  addTeamGroup,
  addTeamMember,
  addTeamRepo,
  createOrganization,
  createTeam,
  deleteOrganization,
  deleteTeam,
  listTeamGroups,
  removeOrganizationMember,
  removeTeamGroup,
  removeTeamMember,
  setOrganizationMember,
  updateOrganization,
  updateTeam,
} from '@millrace/contract/api';
import { sampleUser } from '@millrace/contract/testing';
import {
  confirm,
  expect,
  findAddress,
  findDialog,
  findToast,
  screen,
  test,
  textsOf,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const namespace = 'octo';
const person = { name: '', avatar: '' };

test.beforeEach(({ mock }) => {
  serveConfig({ extras: true });
  mock.state.user = sampleUser({ admin: false });
  mock.state.organizations = [
    { name: namespace, members_create_repositories: false, created: 1, role: 'owner' },
  ];
  mock.state.organizationMembers = [
    { ...person, login: 'ada', role: 'owner', by_group: false, teams: [] },
    { ...person, login: 'brian', role: 'member', by_group: true, teams: ['devs'] },
  ];
  mock.state.teams = [
    { name: 'devs', role: 'write', all_repositories: false, repositories: ['app'], members: 2 },
    { name: 'ops', role: 'admin', all_repositories: true, repositories: [], members: 0 },
  ];
  mock.state.teamMembers = [
    { ...person, login: 'brian', by_hand: false, by_group: true },
    { ...person, login: 'carl', by_hand: true, by_group: false },
  ];
  mock.state.teamGroups = [{ id: 4, group: 'engineers', team: 'devs', members: 1 }];
});

const findRows = async (table: string, columns: number) => {
  const found = within(await screen.findByRole('table', { name: table }));
  const rows = found.getAllByRole('row').slice(1);
  return rows.map((row) => textsOf(within(row).queryAllByRole('cell')).slice(0, columns));
};

test('has tabs, and says how to create a repository', async ({ open, user }) => {
  await open('/octo');
  await screen.findByText('Push to octo/NAME', { exact: false });
  const tabs = within(screen.getByRole('navigation', { name: 'Organization' }));
  expect(textsOf(tabs.getAllByRole('link'))).toEqual([
    'Repositories',
    'Members',
    'Teams',
    'Groups',
    'Settings',
  ]);
  expect(tabs.getByRole('link', { current: 'page' })).toHaveTextContent('Repositories');
  await user.click(tabs.getByRole('link', { name: 'Members' }));
  await findAddress('/octo?view=members');
  expect(await findRows('Members', 3)).toEqual([
    ['Aada', 'MemberOwner', '–'],
    ['Bbrian', 'MemberOwner', 'devs'],
  ]);
});

test('changes members', async ({ mock, open, user }) => {
  await open('/octo?view=members');
  await user.selectOptions(await screen.findByLabelText('Role of brian'), 'Owner');
  await findToast('Changes have been saved');
  await user.click(screen.getByRole('button', { name: 'Add Member' }));
  const dialog = await findDialog('Add a Member');
  await user.type(dialog.getByLabelText('Login'), ' eve ');
  await user.click(dialog.getByRole('button', { name: 'Add Member' }));
  await screen.findByLabelText('Role of eve');
  await user.click(screen.getByRole('button', { name: 'Remove brian' }));
  await confirm(user, 'Are you sure you want to remove this member?', 'Remove brian');
  await waitFor(() => expect(screen.queryByLabelText('Role of brian')).toBeNull());
  const brian = { namespace, member: 'brian' };
  expect(mock.calls(setOrganizationMember)).toMatchObject([
    { params: brian, body: { role: 'owner' } },
    { params: { namespace, member: 'eve' }, body: { role: 'member' } },
  ]);
  expect(mock.calls(removeOrganizationMember)).toMatchObject([{ params: brian }]);
  await user.type(screen.getByLabelText('Filter members'), 'EV');
  expect(await findRows('Members', 1)).toEqual([['Eeve']]);
});

test('says in the form why a member cannot be added', async ({ mock, open, user }) => {
  mock.fail(setOrganizationMember, 'There is no account eve');
  await open('/octo?view=members');
  await user.click(await screen.findByRole('button', { name: 'Add Member' }));
  const dialog = await findDialog('Add a Member');
  await user.type(dialog.getByLabelText('Login'), 'eve{Enter}');
  await waitFor(() =>
    expect(dialog.getByLabelText('Login')).toHaveAccessibleDescription('There is no account eve'),
  );
});

test('changes teams', async ({ mock, open, user }) => {
  await open('/octo?view=teams');
  expect(await findRows('Teams', 4)).toEqual([
    ['devs', 'Write', 'app', '2'],
    ['ops', 'Administer', 'All', '0'],
  ]);
  await user.click(screen.getByRole('button', { name: 'New Team' }));
  const created = await findDialog('Create a New Team');
  await user.type(created.getByLabelText('Name'), 'web');
  await user.selectOptions(created.getByLabelText('Role'), 'Read');
  await user.click(created.getByLabelText('All repositories of the organization'));
  await user.click(created.getByRole('button', { name: 'Create' }));
  await screen.findByRole('link', { name: 'web' });
  await user.click(screen.getByRole('button', { name: 'Edit devs' }));
  const edited = await findDialog('Edit devs');
  await user.selectOptions(edited.getByLabelText('Role'), 'Administer');
  await user.click(edited.getByRole('button', { name: 'Save Changes' }));
  await waitFor(async () =>
    expect((await findRows('Teams', 2))[0]).toEqual(['devs', 'Administer']),
  );
  await user.click(screen.getByRole('button', { name: 'Delete ops' }));
  await confirm(user, 'Are you sure you want to delete this team?', 'Delete');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'ops' })).toBeNull());
  expect(mock.calls(createTeam)[0]?.body).toEqual({
    name: 'web',
    role: 'read',
    all_repositories: true,
  });
  expect(mock.calls(updateTeam)[0]).toMatchObject({
    params: { namespace, team: 'devs' },
    body: { name: 'devs', role: 'admin', all_repositories: false },
  });
  expect(mock.calls(deleteTeam)[0]?.params).toEqual({ namespace, team: 'ops' });
});

test('changes the members and repositories of a team', async ({ mock, open, user }) => {
  await open('/octo?view=teams');
  await user.click(await screen.findByRole('link', { name: 'devs' }));
  expect(await findRows('Members of devs', 2)).toEqual([
    ['Bbrian', 'Group'],
    ['Ccarl', 'Added here'],
  ]);
  expect(screen.queryByRole('button', { name: 'Remove brian' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove carl' }));
  await confirm(user, 'Are you sure you want to remove this from the team?', 'Remove carl');
  await user.click(screen.getByRole('button', { name: 'Add Member' }));
  const member = await findDialog('Add a Member');
  await user.type(member.getByLabelText('Login'), 'eve{Enter}');
  await screen.findByText('eve');
  await user.click(screen.getByRole('button', { name: 'Add Repository' }));
  const repo = await findDialog('Add a Repository');
  await user.type(repo.getByLabelText('Repository'), 'site{Enter}');
  await waitFor(async () =>
    expect(await findRows('Repositories of devs', 1)).toEqual([['app'], ['site']]),
  );
  const team = { namespace, team: 'devs' };
  expect(mock.calls(removeTeamMember)[0]?.params).toEqual({ ...team, member: 'carl' });
  expect(mock.calls(addTeamMember)[0]?.params).toEqual({ ...team, member: 'eve' });
  expect(mock.calls(addTeamRepo)[0]?.params).toEqual({ ...team, repo: 'site' });
});

test('changes groups', async ({ mock, open, user }) => {
  await open('/octo?view=groups');
  expect(await findRows('Groups', 3)).toEqual([['engineers', 'devs', '1']]);
  await user.click(screen.getByRole('button', { name: 'Add Group' }));
  const dialog = await findDialog('Add a Group');
  await user.type(dialog.getByLabelText('Group'), '/company/ops');
  await user.selectOptions(dialog.getByLabelText('Team'), 'ops');
  await user.click(dialog.getByRole('button', { name: 'Add Group' }));
  await screen.findByText('/company/ops');
  await user.click(screen.getByRole('button', { name: 'Remove engineers' }));
  await confirm(user, 'Are you sure you want to remove this group?', 'Remove engineers');
  await waitFor(() => expect(screen.queryByText('engineers')).toBeNull());
  expect(mock.calls(addTeamGroup)[0]?.body).toEqual({ group: '/company/ops', team: 'ops' });
  expect(mock.calls(removeTeamGroup)[0]?.params).toEqual({ namespace, mapping: 4 });
});

test('changes and deletes the organization', async ({ mock, open, user }) => {
  await open('/octo?view=settings');
  await user.click(await screen.findByLabelText('Members may create repositories'));
  await findToast('Changes have been saved');
  await user.click(screen.getByRole('button', { name: 'Delete Organization' }));
  await confirm(user, 'Are you sure you want to delete this organization?', 'Delete Organization');
  await findAddress('/');
  expect(mock.calls(updateOrganization)[0]?.body).toEqual({ members_create_repositories: true });
  expect(mock.calls(deleteOrganization)[0]?.params).toEqual({ namespace });
});

test('shows members what they may see', async ({ mock, open }) => {
  mock.state.organizations = [
    { name: namespace, members_create_repositories: false, created: 1, role: 'member' },
  ];
  await open('/octo?view=teams&team=devs');
  await findRows('Members of devs', 1);
  expect(screen.queryByRole('link', { name: 'Groups' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Edit|Delete|Remove) / })).toBeNull();
  for (const button of screen.getAllByRole('button', { name: /^(Add|New) / })) {
    expect(button).toBeDisabled();
  }
  await open('/octo?view=groups');
  await screen.findByText('Push to octo/NAME', { exact: false });
  expect(mock.calls(listTeamGroups)).toEqual([]);
});

test('is created by system admins', async ({ mock, open, user }) => {
  mock.state.user = sampleUser({ admin: true });
  await open('/settings/organizations');
  expect(await findRows('Organizations', 1)).toEqual([['octo']]);
  await user.click(screen.getByRole('button', { name: 'New Organization' }));
  const dialog = await findDialog('Create a New Organization');
  await user.type(dialog.getByLabelText('Name'), 'acme');
  await user.type(dialog.getByLabelText('Owner'), 'eve');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await findToast('Organization has been created');
  await user.click(await screen.findByRole('link', { name: 'acme' }));
  await findAddress('/acme?view=members');
  expect(mock.calls(createOrganization)[0]?.body).toEqual({ name: 'acme', owner: 'eve' });
});

test('is linked from the account of its members', async ({ mock, open, user }) => {
  mock.state.organizations = [
    ...mock.state.organizations,
    { name: 'other', members_create_repositories: false, created: 1 },
  ];
  await open('/account');
  expect(await findRows('Organizations', 2)).toEqual([['octo', 'Owner']]);
  await user.click(screen.getByRole('link', { name: 'octo' }));
  await findAddress('/octo');
});
