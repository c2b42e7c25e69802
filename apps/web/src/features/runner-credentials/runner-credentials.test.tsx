// @vitest-environment happy-dom
import {
  addOrgRunner,
  addRepoRunner,
  addServerRunner,
  listRepoRunners,
  listServerRunners,
  type RunnerCredential,
  revokeRepoRunner,
  revokeServerRunner,
  updateProtectedRefs,
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

const page = '/octo/hello/settings/runners';
const adminPage = '/settings/runners';
const question = 'Are you sure you want to revoke this runner?';

test.beforeEach(() => serveConfig({ extras: true }));

const runner = (fields: Partial<RunnerCredential>): RunnerCredential => ({
  id: 1,
  name: 'alpha',
  owner: '',
  protected: false,
  created_by: 'brian',
  created: 1_700_000_000,
  expires: 0,
  registered: 1_700_000_000,
  last_used: 1_700_000_000,
  connected: true,
  running: 0,
  ...fields,
});
const rowsOf = async (title: string) => {
  const table = within(await screen.findByRole('table', { name: title }));
  const rows = table.getAllByRole('row').slice(1);
  return rows.map((row) => textsOf(within(row).getAllByRole('cell')).slice(0, -1));
};

test('lists all runners with their owners in System Administration', async ({ mock, open }) => {
  mock.state.runnerCredentials = [
    runner({ running: 2 }),
    runner({ id: 2, name: 'octo/gpu', owner: 'octo', protected: true, labels: { gpu: 'yes' } }),
    runner({ id: 3, name: 'octo/hello/new', owner: 'octo/hello', registered: 0, expires: 4e9 }),
    runner({ id: 4, name: 'late', registered: 0, expires: 1 }),
    runner({ id: 5, name: 'gone', connected: false }),
  ];
  await open(adminPage);
  expect(await rowsOf('Runners with Credentials')).toEqual([
    ['alpha', 'Whole server', 'Connected, 2 running', 'All builds', '–', 'brian'],
    ['octo/gpu', 'octo', 'Connected', 'Protected', 'gpu: yes', 'brian'],
    ['octo/hello/new', 'octo/hello', 'Not registered yet', 'All builds', '–', 'brian'],
    ['late', 'Whole server', 'The token has expired', 'All builds', '–', 'brian'],
    ['gone', 'Whole server', expect.stringMatching(/^Last seen /), 'All builds', '–', 'brian'],
  ]);
});

test('adds a runner, and shows its token and the commands once', async ({ mock, open, user }) => {
  await open(page);
  await screen.findByText('There are no runners.');
  await user.click(screen.getByRole('button', { name: 'Add Runner' }));
  const form = await findDialog('Add Runner');
  await user.type(form.getByLabelText('Name'), ' gpu ');
  await user.click(form.getByLabelText('Only protected branches and tags'));
  await user.type(form.getByLabelText('Labels'), 'gpu:yes{Enter}disk:ssd');
  await user.click(form.getByRole('button', { name: 'Add Runner' }));
  const shown = await findDialog('octo/hello/gpu');
  const address = location.origin;
  for (const text of [
    'mlrt_gpu',
    `MILLRACE_SERVER=${address} MILLRACE_RUNNER_TOKEN=mlrt_gpu millrace runner`,
    `MILLRACE_SERVER=${address} MILLRACE_RUNNER_TOKEN=mlrt_gpu millrace runner register --print`,
  ]) {
    shown.getByText(text);
  }
  expect(mock.calls(addRepoRunner)[0]).toMatchObject({
    params: { namespace: 'octo', name: 'hello' },
    body: { name: 'gpu', protected: true, labels: { gpu: 'yes', disk: 'ssd' } },
  });
  await user.click(shown.getByRole('button', { name: 'Done' }));
  expect(await rowsOf('Runners')).toEqual([
    ['octo/hello/gpu', 'Not registered yet', 'Protected', 'gpu: yes, disk: ssd', 'ada'],
  ]);
  expect(screen.queryByText('mlrt_gpu')).toBeNull();
});

test.for([
  ['/settings/runners', addServerRunner, {}],
  ['/octo/hello/settings/org-runners', addOrgRunner, { namespace: 'octo' }],
] as const)('adds a runner at %s', async ([path, call, params], { mock, open, user }) => {
  await open(path);
  await user.click(await screen.findByRole('button', { name: 'Add Runner' }));
  const form = await findDialog('Add Runner');
  await user.type(form.getByLabelText('Name'), 'gpu{Enter}');
  await screen.findByText('mlrt_gpu');
  expect(mock.calls(call)[0]).toMatchObject({ params, body: { name: 'gpu', protected: false } });
});

test('sends no malformed labels', async ({ mock, open, user }) => {
  await open(page);
  await user.click(await screen.findByRole('button', { name: 'Add Runner' }));
  const form = await findDialog('Add Runner');
  await user.type(form.getByLabelText('Name'), 'gpu');
  const labels = form.getByLabelText('Labels');
  await user.type(labels, 'gpu');
  await user.click(form.getByRole('button', { name: 'Add Runner' }));
  await waitFor(() => expect(labels).toHaveAccessibleDescription(/^Write each label as key:value/));
  expect(mock.calls(addRepoRunner)).toEqual([]);
});

test('shows an error of the server at its field', async ({ mock, open, user }) => {
  mock.fail(addRepoRunner, 'There is already a runner called gpu', 400);
  await open(page);
  await user.click(await screen.findByRole('button', { name: 'Add Runner' }));
  const form = await findDialog('Add Runner');
  await user.type(form.getByLabelText('Name'), 'gpu{Enter}');
  await waitFor(() =>
    expect(form.getByLabelText('Name')).toHaveAccessibleDescription(
      'There is already a runner called gpu',
    ),
  );
});

test.for([
  [page, 'octo/hello/gpu', revokeRepoRunner],
  [adminPage, 'octo/hello/gpu', revokeServerRunner],
] as const)(
  'revokes a runner after a confirmation at %s',
  async ([path, name, call], { mock, open, user }) => {
    mock.state.runnerCredentials = [runner({ id: 7, name, running: 1 })];
    await open(path);
    await user.click(await screen.findByRole('button', { name: `Revoke ${name}` }));
    expect(await screen.findByRole('alertdialog', { name: question })).toHaveAccessibleDescription(
      `${name} can no longer connect. Its 1 running stage ends in error.`,
    );
    await confirm(user, question, 'Revoke');
    await findToast('The runner has been revoked');
    await waitFor(() => expect(screen.queryByText(name)).toBeNull());
    expect(mock.calls(call)[0]?.params).toMatchObject({ credential: 7 });
  },
);

test('reports failed calls', async ({ mock, open, user }) => {
  mock.state.runnerCredentials = [runner({})];
  mock.fail(revokeRepoRunner, 'The database is busy');
  await open(page);
  await user.click(await screen.findByRole('button', { name: 'Revoke alpha' }));
  await confirm(user, question, 'Revoke');
  await findToast('Unable to revoke the runner: The database is busy');
  expect(await rowsOf('Runners')).toHaveLength(1);
});

test('saves protected branches and tags', async ({ mock, open, user }) => {
  mock.state.protectedRefs = { branches: ['release/*'], tags: [] };
  await open(page);
  const branches = await screen.findByLabelText('Branches');
  expect(branches).toHaveValue('release/*');
  await user.type(branches, '{Enter} hotfix/* {Enter}');
  await user.type(screen.getByLabelText('Tags'), 'v*');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await findToast('Protected branches and tags have been saved');
  expect(mock.calls(updateProtectedRefs)[0]?.body).toEqual({
    branches: ['release/*', 'hotfix/*'],
    tags: ['v*'],
  });
  await waitFor(() => expect(branches).toHaveValue('release/*\nhotfix/*'));
});

test('is for administrators of the repository', async ({ mock, open }) => {
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: { ...readOnly, write: true } })];
  await open(page);
  await screen.findByText('Only administrators of this repository can see these settings.');
  expect(mock.calls(listRepoRunners)).toEqual([]);
});

test('is not offered by a server without runners of its own', async ({ mock, open }) => {
  serveConfig({ extras: false });
  await open('/octo/hello/settings/secrets');
  await screen.findAllByRole('link', { name: 'Secrets' });
  expect(screen.queryByRole('link', { name: 'Runners' })).toBeNull();
  expect(mock.calls(listServerRunners)).toEqual([]);
});
