// @vitest-environment happy-dom
import { type Cron, createCron, deleteCron, runCron, updateCron } from '@millrace/contract/api';
import { recentBuild, sampleRepo } from '@millrace/contract/testing';
import type { UserEvent } from '@testing-library/user-event';
import {
  confirm,
  expect,
  findAddress,
  findDialog,
  findToast,
  screen,
  test,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const crons = '/octo/hello/settings/cron';
const question = 'Are you sure you want to remove cron job?';

async function openDialog(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'New Cron Job' }));
  return findDialog('Create a New Cron Job');
}

test('uses master if the server does not know the default branch', async ({ mock, open, user }) => {
  mock.state.repos = [sampleRepo({ default_branch: '' })];
  await open(crons);
  const dialog = await openDialog(user);
  expect(dialog.getByLabelText('Branch')).toHaveAttribute('placeholder', 'master');
  await user.type(dialog.getByLabelText('Name'), 'nightly');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await findToast('Cron has been added successfully');
  expect(mock.calls(createCron)[0]?.body).toMatchObject({ branch: 'master' });
});

test('creates a cron job with default values, and removes it', async ({ mock, open, user }) => {
  await open(crons);
  await screen.findByText('No Cron Jobs');
  screen.getByText(
    'You can create cron jobs to schedule pipeline executions on a recurring basis.',
  );
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText('Name'), 'nightly');
  const schedule = dialog.getByLabelText('Schedule');
  expect(schedule).toHaveValue('@hourly');
  expect(
    within(schedule)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['@hourly', '@daily', '@weekly', '@monthly', '@yearly']);
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await findToast('Cron has been added successfully');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(mock.calls(createCron).map(({ body }) => body)).toEqual([
    { name: 'nightly', branch: 'main', expr: '@hourly' },
  ]);
  const table = within(await screen.findByRole('table', { name: 'Cron Jobs' }));
  expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Name',
    'Branch',
    'Schedule',
    'Next Execution',
    'Actions',
  ]);
  const row = table.getByRole('row', { name: /nightly/ });
  expect(row).toHaveTextContent(/main.*@hourly.*in (30|29) minutes/);

  await user.click(screen.getByRole('button', { name: 'Delete nightly' }));
  await confirm(user, question, 'Cancel');
  expect(mock.calls(deleteCron)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete nightly' }));
  await confirm(user, question, 'Delete');
  await findToast('Cron has been removed successfully');
  await screen.findByText('No Cron Jobs');
});

test('sends the selected branch and schedule', async ({ mock, open, user }) => {
  await open(crons);
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText('Name'), 'weekly');
  await user.clear(dialog.getByLabelText('Branch'));
  await user.type(dialog.getByLabelText('Branch'), ' release ');
  await user.selectOptions(dialog.getByLabelText('Schedule'), '@weekly');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await findToast('Cron has been added successfully');
  expect(mock.calls(createCron).map(({ body }) => body)).toEqual([
    { name: 'weekly', branch: 'release', expr: '@weekly' },
  ]);
});

test('shows only the message of a rejected request and keeps the dialog open', async ({
  mock,
  open,
  user,
}) => {
  mock.fail(createCron, 'Invalid Cron Name');
  await open(crons);
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText('Name'), '///');
  await user.selectOptions(dialog.getByLabelText('Schedule'), '@yearly');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await findToast(/^Invalid Cron Name$/);
  expect(dialog.getByLabelText('Name')).toHaveValue('///');
  expect(dialog.getByLabelText('Schedule')).toHaveValue('@yearly');
});

test('shows a rejected name or branch at its field', async ({ mock, open, user }) => {
  mock.fail(createCron, 'A cron job named nightly already exists');
  await open(crons);
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText('Name'), 'nightly{Enter}');
  const name = dialog.getByLabelText('Name');
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveAccessibleDescription('A cron job named nightly already exists');
  mock.fail(createCron, 'Invalid Cronjob Branch: at most 250 characters');
  await user.type(dialog.getByLabelText('Branch'), 'main{Enter}');
  await waitFor(() =>
    expect(dialog.getByLabelText('Branch')).toHaveAccessibleDescription(/^Invalid Cronjob Branch/),
  );
  expect(name).not.toHaveAccessibleDescription();
});

test('suggests branches of the repository', async ({ mock, open, user }) => {
  mock.state.branches['octo/hello'] = [
    recentBuild({ target: 'main' }),
    recentBuild({ id: 2, number: 2, target: 'release' }),
  ];
  await open(crons);
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText('Name'), 'weekly');
  await user.type(dialog.getByLabelText('Branch'), 'rel');
  await user.click(await dialog.findByRole('option', { name: 'release' }));
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await findToast('Cron has been added successfully');
  expect(mock.calls(createCron)[0]?.body).toMatchObject({ branch: 'release' });
});

test('shows only the message of a failed removal', async ({ mock, open, user }) => {
  await open(crons);
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText('Name'), 'nightly');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await findToast('Cron has been added successfully');
  mock.fail(deleteCron, 'database is locked', 500);
  await user.click(await screen.findByRole('button', { name: 'Delete nightly' }));
  await confirm(user, question, 'Delete');
  await findToast(/^database is locked$/);
  screen.getByRole('row', { name: /nightly/ });
});

const nightly: Cron = {
  id: 1,
  repo_id: 1,
  name: 'nightly',
  branch: 'main',
  expr: '0 3 * * *',
  event: 'push',
  next: 0,
  prev: 0,
  disabled: false,
  created: 0,
  updated: 0,
  version: 1,
};

test('edits a cron job, and offers its stored schedule', async ({ mock, open, user }) => {
  mock.state.crons = [nightly];
  await open(crons);
  await user.click(await screen.findByRole('button', { name: 'Edit nightly' }));
  const dialog = await findDialog('Edit the cron job nightly');
  expect(dialog.getByLabelText('Schedule')).toHaveValue('0 3 * * *');
  await user.clear(dialog.getByLabelText('Branch'));
  await user.type(dialog.getByLabelText('Branch'), 'develop');
  await user.click(dialog.getByRole('checkbox', { name: 'Enabled' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await findToast('Cron has been updated');
  expect(mock.calls(updateCron)[0]?.body).toEqual({ branch: 'develop', disabled: true });
  expect(await screen.findByRole('row', { name: /nightly/ })).toHaveTextContent(/Disabled/);
});

test('shows why a job started no build, its time zone and its next times', async ({
  mock,
  open,
  user,
}) => {
  serveConfig({ extras: true });
  mock.state.crons = [
    { ...nightly, time_zone: 'Asia/Tokyo', error: 'There is no branch <b>gone</b>' },
  ];
  await open(crons);
  await screen.findByText('The last run started no build: There is no branch <b>gone</b>');
  await user.click(screen.getByRole('button', { name: 'Edit nightly' }));
  const dialog = await findDialog('Edit the cron job nightly');
  await dialog.findByText(/^Next times \(Asia\/Tokyo\): Jan 1, 1970, 10:00.AM · .* · /);
  await user.clear(dialog.getByLabelText('Time zone'));
  await user.type(dialog.getByLabelText('Time zone'), 'Europe/Vienna');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await findToast('Cron has been updated');
  expect(mock.calls(updateCron)[0]?.body).toMatchObject({ time_zone: 'Europe/Vienna' });
});

test('runs a cron job immediately, and opens its build', async ({ mock, open, user }) => {
  mock.state.crons = [nightly];
  await open(crons);
  await user.click(await screen.findByRole('button', { name: 'Run nightly now' }));
  await findToast('The cron job has started a build');
  await findAddress('/octo/hello/4');
  expect(mock.calls(runCron)[0]?.params.cron).toBe('nightly');
});

test('reports a cron job that no trigger of the pipelines matches', async ({
  mock,
  open,
  user,
}) => {
  mock.state.crons = [nightly];
  mock.reply(runCron, () => null);
  await open(crons);
  await user.click(await screen.findByRole('button', { name: 'Run nightly now' }));
  await findToast('The pipeline was skipped: no trigger of it matches this build.');
});
