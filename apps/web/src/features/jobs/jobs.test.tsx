// @vitest-environment happy-dom
import { dropJob, type Job, listJobs, retryJob } from '@millrace/contract/api';
import { expect, screen, test, waitFor, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const job: Job = {
  id: 4,
  kind: 'commit-status',
  key: '7',
  repo: 'octo/hello',
  state: 'failed',
  since: 1_700_000_000,
  due: 1_700_000_100,
  tries: 9,
  error: 'Error: refused',
};

test('retries and drops a failed job', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.jobs = [job];
  await open('/settings/jobs');
  const table = within(await screen.findByRole('table', { name: 'Background Jobs' }));
  table.getByText('Error: refused');
  await user.click(table.getByRole('button', { name: 'Retry commit-status 7' }));
  await table.findByText('Due', { selector: 'td' });
  expect(mock.calls(retryJob)[0]?.params).toEqual({ job: 4 });
  await user.click(table.getByRole('button', { name: 'Drop commit-status 7' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Drop' }));
  await screen.findByText('There are no background jobs.');
  expect(mock.calls(dropJob)).toHaveLength(1);
});

test('sums up and filters the jobs', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  const counts = [
    { kind: 'commit-status', state: 'failed' as const, count: 2 },
    { kind: 'delivery', state: 'due' as const, count: 3 },
  ];
  mock.reply(listJobs, () => ({ counts, jobs: [job] }));
  await open('/settings/jobs');
  await screen.findByText('Due: 3, Failed: 2');
  await user.selectOptions(screen.getByLabelText('Kind'), 'delivery');
  await user.selectOptions(screen.getByLabelText('State'), 'Failed');
  await waitFor(() => {
    expect(mock.calls(listJobs).at(-1)?.query).toMatchObject({ kind: 'delivery', state: 'failed' });
  });
});
