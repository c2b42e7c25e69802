// @vitest-environment happy-dom
import { cancelBuild, pauseQueue, type QueuedStage, readQueue } from '@millrace/contract/api';
import { sampleBuild } from '@millrace/contract/testing';
import { expect, findToast, screen, test, waitFor, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const stage = (fields: Partial<QueuedStage>): QueuedStage => ({
  id: 1,
  repo: 'octo/hello',
  build: 7,
  title: 'Grind',
  event: 'push',
  number: 1,
  name: 'unit',
  status: 'pending',
  type: 'exec',
  os: 'linux',
  arch: 'amd64',
  labels: {},
  machine: '',
  created: 1_700_000_000,
  started: 0,
  ...fields,
});

test('shows why stages wait, and filters them in the address', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  const stages = [
    stage({ status: 'running', machine: 'mill-1', started: 1_700_000_001 }),
    stage({ id: 2, repo: 'octo/other', name: 'deploy', waiting: { reason: 'approval' } }),
  ];
  mock.state.queue = { paused: false, held: false, running: 1, waiting: 1, matching: 2, stages };
  await open('/settings/queue');
  const table = within(await screen.findByRole('table', { name: 'Queue' }));
  const running = within(table.getByRole('row', { name: /unit/ }));
  running.getByText('mill-1');
  expect(running.getByRole('link', { name: 'unit' }).getAttribute('href')).toBe('/octo/hello/7/1');
  within(table.getByRole('row', { name: /deploy/ })).getByText('Waiting for approval.');
  screen.getByText('1 running, 1 waiting');

  await user.type(screen.getByRole('searchbox'), 'other');
  await waitFor(() => expect(screen.queryByText('unit')).toBeNull());
  await user.selectOptions(screen.getByLabelText('State'), 'Approval');
  await waitFor(() => {
    expect(mock.calls(readQueue).at(-1)?.query).toMatchObject({ q: 'other', state: 'approval' });
  });
  expect(location.search).toBe('?q=other&state=approval');
});

test('pauses and resumes the queue', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  await open('/settings/queue');
  await screen.findByText('The queue is empty.');
  await user.click(screen.getByRole('button', { name: 'Pause queue' }));
  await screen.findByText(/^The queue is paused: running stages continue/);
  await user.click(screen.getByRole('button', { name: 'Resume queue' }));
  await screen.findByRole('button', { name: 'Pause queue' });
  expect(mock.calls(pauseQueue)).toHaveLength(1);
});

test('says that a restored server waits', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.state.queue = { ...mock.state.queue, paused: true, held: true };
  await open('/settings/queue');
  await screen.findByText(/^The data of this server were restored or imported/);
  screen.getByRole('button', { name: 'Resume queue' });
});

test('cancels a build after confirmation', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.queue = {
    paused: false,
    held: false,
    running: 0,
    waiting: 1,
    matching: 1,
    stages: [stage({})],
  };
  mock.reply(cancelBuild, () => sampleBuild());
  await open('/settings/queue');
  await user.click(await screen.findByRole('button', { name: 'Cancel build octo/hello #7' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText('All stages of octo/hello #7 are ended.');
  await user.click(dialog.getByRole('button', { name: 'Cancel build' }));
  await findToast('The build was canceled');
  const params = { namespace: 'octo', name: 'hello', build: 7 };
  expect(mock.calls(cancelBuild)[0]?.params).toEqual(params);
});
