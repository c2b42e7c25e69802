// @vitest-environment happy-dom
import { chownRepo, disableRepo, repairRepo, updateRepo } from '@millrace/contract/api';
import { sampleRepo, sampleUser } from '@millrace/contract/testing';
import {
  confirm,
  expect,
  findAddress,
  findToast,
  screen,
  test,
  textsOf,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const settings = '/octo/hello/settings';
const webhooks = ['Disable Pull Requests', 'Disable forks'];
const project = [
  'Protected',
  'Trusted',
  'Auto cancel pull requests',
  'Auto cancel pushes',
  'Auto cancel running',
];

test('shows, changes and sends every setting', async ({ mock, open, user }) => {
  await open(settings);
  await waitFor(() => expect(screen.getAllByRole('switch')).toHaveLength(7));
  for (const name of [...webhooks, ...project]) {
    const field = screen.getByRole('switch', { name });
    expect(field).not.toBeChecked();
    await user.click(field);
    expect(field).toBeChecked();
  }
  const cards = within(screen.getByRole('group', { name: 'Project Visibility' }));
  expect(cards.getAllByRole('radio')).toHaveLength(3);
  for (const name of [/^Private/, /^Public/, /^Internal/]) {
    await user.click(screen.getByRole('radio', { name }));
    expect(screen.getByRole('radio', { name })).toBeChecked();
  }
  await user.selectOptions(screen.getByRole('combobox', { name: 'Timeout' }), '2 hours');
  await user.clear(screen.getByLabelText('Configuration'));
  await user.type(screen.getByLabelText('Configuration'), 'ci/build.yml');
  const folder = screen.getByLabelText('Folder of pipeline files');
  expect(folder).toHaveAccessibleDescription(/its .yml and .yaml files are read too/);
  await user.type(folder, '.drone');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await findToast('Changes have been saved');
  expect(mock.calls(updateRepo).map(({ body }) => body)).toEqual([
    {
      ignore_pull_requests: true,
      ignore_forks: true,
      protected: true,
      trusted: true,
      visibility: 'internal',
      timeout: 120,
      config_path: 'ci/build.yml',
      config_folder: '.drone',
      auto_cancel_pull_requests: true,
      auto_cancel_pushes: true,
      auto_cancel_running: true,
    },
  ]);
});

test('sends only what was changed, and shows what another person has changed', async ({
  mock,
  open,
  user,
}) => {
  await open(settings);
  await user.click(await screen.findByRole('switch', { name: 'Disable forks' }));
  // Another administrator protects the repository meanwhile.
  mock.state.repos = [sampleRepo({ protected: true })];
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await findToast('Changes have been saved');
  expect(mock.calls(updateRepo).map(({ body }) => body)).toEqual([{ ignore_forks: true }]);
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Protected' })).toBeChecked());
  // The form shows newer values of a field after its edit was saved.
  mock.state.repos = [sampleRepo({ protected: true, ignore_forks: false })];
  await user.click(screen.getByRole('switch', { name: 'Trusted' }));
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(mock.calls(updateRepo)[1]?.body).toEqual({ trusted: true }));
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'Disable forks' })).not.toBeChecked(),
  );
});

test('does not send a folder to a server without this setting', async ({ mock, open, user }) => {
  const { config_folder: _, ...repo } = sampleRepo();
  mock.state.repos = [repo];
  await open(settings);
  await user.click(await screen.findByRole('switch', { name: 'Protected' }));
  expect(screen.queryByLabelText('Folder of pipeline files')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await findToast('Changes have been saved');
  expect(mock.calls(updateRepo)[0]?.body).not.toHaveProperty('config_folder');
});

test('changes the default branch of a repository on this server', async ({ mock, open, user }) => {
  serveConfig({ extras: true, signIn: { password: true, forge: false } });
  await open(settings);
  const field = await screen.findByLabelText('Default branch');
  expect(field).toHaveValue(sampleRepo().default_branch);
  await user.clear(field);
  await user.type(field, 'next');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await findToast('Changes have been saved');
  expect(mock.calls(updateRepo)[0]?.body).toMatchObject({ default_branch: 'next' });
});

test('repairs the repository and reports the result', async ({ mock, open, user }) => {
  await open(settings);
  await user.click(await screen.findByRole('button', { name: 'Repair' }));
  await findToast('Repo has been repaired');
  expect(mock.calls(repairRepo)).toMatchObject([{ params: { namespace: 'octo', name: 'hello' } }]);
});

test('redirects after Repair if the repository was renamed', async ({ mock, open, user }) => {
  await open(settings);
  const repair = await screen.findByRole('button', { name: 'Repair' });
  const moved = sampleRepo({ name: 'moved', slug: 'octo/moved' });
  mock.state.repos.push(moved);
  mock.reply(repairRepo, () => moved);
  await user.click(repair);
  await findAddress('/octo/moved/settings');
});

test('asks for confirmation before Disable, then opens the inactive screen', async ({
  mock,
  open,
  user,
}) => {
  await open(settings);
  const disable = await screen.findByRole('button', { name: 'Disable' });
  await user.click(disable);
  await confirm(user, 'Are you sure you want to disable this repo?', 'Cancel');
  expect(mock.calls(disableRepo)).toEqual([]);
  await user.click(disable);
  await confirm(user, 'Are you sure you want to disable this repo?', 'Disable');
  await findToast('Repo has been disabled');
  await screen.findByText('This Repository is not Active.');
});

test('shows Project Settings only to system admins', async ({ mock, open }) => {
  mock.state.user = sampleUser({ admin: false });
  await open(settings);
  await screen.findByRole('heading', { name: 'Project Webhooks' });
  expect(screen.queryByRole('heading', { name: 'Project Settings' })).toBeNull();
  expect(screen.getAllByRole('switch')).toHaveLength(2);
});

test('enables Auto cancel running only with one of the other two', async ({ open, user }) => {
  await open(settings);
  const running = await screen.findByRole('switch', { name: 'Auto cancel running' });
  const press = (name: string) => user.click(screen.getByRole('switch', { name }));
  expect(running).toBeDisabled();
  await press('Auto cancel pushes');
  await user.click(running);
  await press('Auto cancel pull requests');
  await press('Auto cancel pushes');
  expect(running).toBeChecked();
  await press('Auto cancel pull requests');
  expect(running).not.toBeChecked();
  expect(running).toBeDisabled();
});

test('labels timeouts above 90 minutes in hours and keeps a stored one', async ({ mock, open }) => {
  mock.state.repos = [sampleRepo({ timeout: 45 })];
  await open(settings);
  const timeout = await screen.findByRole('combobox', { name: 'Timeout' });
  expect(timeout).toHaveValue('45');
  expect(textsOf(within(timeout).getAllByRole('option'))).toEqual([
    '15 minutes',
    '30 minutes',
    '45 minutes',
    '60 minutes',
    '90 minutes',
    '2 hours',
    '3 hours',
    '4 hours',
    '5 hours',
    '6 hours',
    '7 hours',
    '8 hours',
    '9 hours',
    '10 hours',
    '11 hours',
    '12 hours',
    '18 hours',
    '24 hours',
    '48 hours',
    '72 hours',
  ]);
});

test('reports why saving failed, and keeps the changes', async ({ mock, open, user }) => {
  mock.fail(updateRepo, 'trusted needs a system admin', 403);
  await open(settings);
  await user.click(await screen.findByRole('switch', { name: 'Trusted' }));
  await user.clear(screen.getByLabelText('Configuration'));
  await user.type(screen.getByLabelText('Configuration'), 'other.yml');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await findToast('Unable to save changes: trusted needs a system admin');
  expect(screen.getByRole('switch', { name: 'Trusted' })).toBeChecked();
  expect(screen.getByLabelText('Configuration')).toHaveValue('other.yml');
});

test('reports why Disable failed', async ({ mock, open, user }) => {
  mock.fail(disableRepo, 'database is locked', 500);
  await open(settings);
  await user.click(await screen.findByRole('button', { name: 'Disable' }));
  await confirm(user, 'Are you sure you want to disable this repo?', 'Disable');
  await findToast('Unable to disable repo: database is locked');
  screen.getByRole('button', { name: 'Save Changes' });
});

test('describes each project setting', async ({ open }) => {
  await open(settings);
  await screen.findByRole('heading', { name: 'Project Settings' });
  for (const name of project) {
    expect(screen.getByRole('switch', { name })).toHaveAccessibleDescription(/\.$/);
  }
});

test('names the repository and the consequences before Disable', async ({ open, user }) => {
  await open(settings);
  await user.click(await screen.findByRole('button', { name: 'Disable' }));
  expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription(
    /^Pushes to octo\/hello no longer start builds\./,
  );
});

test('deletes a repository after confirmation and opens the dashboard', async ({
  mock,
  open,
  user,
}) => {
  serveConfig({ extras: true });
  await open(settings);
  const section = within(await screen.findByRole('region', { name: 'Repository' }));
  await user.click(section.getByRole('button', { name: 'Delete' }));
  const question = 'Are you sure you want to delete this repo?';
  expect(await screen.findByRole('alertdialog', { name: question })).toHaveAccessibleDescription(
    /^All builds, logs, secrets and cron jobs of octo\/hello are deleted/,
  );
  await confirm(user, question, 'Delete');
  await findToast('Repo has been deleted');
  await findAddress('/');
  expect(mock.calls(disableRepo)[0]?.query).toEqual({ remove: 'true' });
});

test('lets another account take over if there is a forge', async ({ mock, open, user }) => {
  serveConfig({ extras: true, signIn: { password: false, forge: true } });
  mock.state.repos = [sampleRepo({ user_id: 7 })];
  await open(settings);
  await user.click(await screen.findByRole('button', { name: 'Take Over' }));
  await findToast('The server now uses your access for this repository');
  expect(mock.calls(chownRepo)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take Over' })).toBeNull());
});
