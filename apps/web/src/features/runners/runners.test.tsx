// @vitest-environment happy-dom
import {
  forgetRunner,
  listRunnerSummaries,
  type RunnerSummary,
  setRunnerState,
} from '@millrace/contract/api';
import { sampleUser } from '@millrace/contract/testing';
import {
  expect,
  findToast,
  screen,
  test,
  textsOf,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const runner = (fields: Partial<RunnerSummary>): RunnerSummary => ({
  name: 'alpha',
  state: 'active',
  connected: true,
  seen: 1_700_000_000,
  types: ['exec'],
  os: 'linux',
  arch: 'amd64',
  variant: '',
  kernel: '',
  labels: {},
  capacity: 2,
  running: 1,
  version: '',
  steps: '',
  ...fields,
});
const rowsOf = async () => {
  const table = within(await screen.findByRole('table', { name: 'Runners' }));
  return table
    .getAllByRole('row')
    .slice(1)
    .map((row) => textsOf(within(row).getAllByRole('cell')).slice(0, 6));
};

test('lists runners with their state and load, and filters them', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  const labels = { gpu: 'yes' };
  mock.state.runners = [
    runner({ steps: 'as user ci', version: '1.2.3' }),
    runner({ name: 'beta', types: ['docker'], variant: 'v8', labels, capacity: 0, running: 0 }),
    runner({ name: 'gamma', state: 'draining', running: 2 }),
    runner({ name: 'delta', connected: false, state: 'paused' }),
  ];
  await open('/settings/users');
  await user.click(await screen.findByRole('link', { name: 'Runners' }));
  expect(await rowsOf()).toEqual([
    ['alphaVersion 1.2.3', 'Connected', 'linux/amd64exec', '–', 'as user ci', '1 of 2'],
    ['beta', 'Connected', 'linux/amd64/v8docker', 'gpu: yes', '–', '0'],
    ['gamma', 'Draining, 2 stages left', 'linux/amd64exec', '–', '–', '2 of 2'],
    [
      'delta',
      expect.stringMatching(/^Disconnected, Pausedlast seen /),
      'linux/amd64exec',
      '–',
      '–',
      '1 of 2',
    ],
  ]);
  await user.type(screen.getByLabelText('Filter by name, platform or label'), 'GPU');
  expect(await rowsOf()).toHaveLength(1);
  await screen.findByText('1 of 4 are shown.');
});

test('pauses, drains, resumes and forgets a runner', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.runners = [runner({}), runner({ name: 'old', connected: false })];
  await open('/settings/runners');
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  await press('Pause alpha');
  await screen.findByText('Paused');
  await press('Resume alpha');
  await press('Drain alpha');
  await screen.findByText('Draining, 1 stage left');
  expect(mock.calls(setRunnerState).map(({ body }) => body)).toEqual([
    { state: 'paused' },
    { state: 'active' },
    { state: 'draining' },
  ]);
  await press('Forget old');
  await waitFor(() => expect(screen.queryByText('old')).toBeNull());
  expect(mock.calls(forgetRunner)).toHaveLength(1);
});

test('reports a runner that cannot be changed', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.runners = [runner({})];
  mock.fail(setRunnerState, 'database is locked', 500);
  await open('/settings/runners');
  await user.click(await screen.findByRole('button', { name: 'Pause alpha' }));
  await findToast('The state of the runner could not be changed: database is locked');
});

test('explains how to connect a runner if there is none', async ({ open }) => {
  serveConfig({ extras: true });
  await open('/runners');
  await screen.findByText('No runner is connected.');
});

test('reports runners that cannot be loaded', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.fail(listRunnerSummaries, 'database is locked', 500);
  await open('/settings/runners');
  await screen.findByRole('button', { name: 'Try again' });
});

test('shows a 404 page to other accounts', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.state.user = sampleUser({ admin: false });
  await open('/settings/runners');
  await screen.findByText("That's all we know.");
  expect(mock.calls(listRunnerSummaries)).toEqual([]);
});
