// @vitest-environment happy-dom
import {
  getTerminalSettings,
  releaseKeptStep,
  restartBuild,
  updateTerminalSettings,
} from '@millrace/contract/api';
import {
  readOnly,
  recentStage,
  recentStep,
  sampleRepo,
  sampleUser,
} from '@millrace/contract/testing';
import { type MockApi, setBuild } from '@millrace/contract/testing/mock-api';
import { expect, findToast, screen, test, waitFor, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const nowSec = Math.floor(Date.now() / 1000);
const ended = {
  id: 1,
  login: 'ada',
  created: nowSec - 60,
  ended: nowSec,
  end_reason: 'exited',
  exit_code: 2,
  output_bytes: 10,
} as const;

/** A failed build whose step is kept. */
function mockKeptStep(mock: MockApi, fields: object = {}, build: object = {}) {
  const step = recentStep({ id: 77, number: 1, name: 'turn', status: 'failure', exit_code: 1 });
  const stages = [recentStage({ name: 'mill', status: 'failure', steps: [step] })];
  setBuild(mock, { status: 'failure', number: 3, attempt: 1, stages, ...build });
  mock.state.keptSteps = [
    {
      id: 4,
      step_id: 77,
      created: nowSec,
      until: nowSec + 870,
      ended: 0,
      terminals: [],
      ...fields,
    },
  ];
}

test('offers a terminal in a kept step, with the time that is left', async ({ mock, open }) => {
  mockKeptStep(mock);
  await open('/octo/hello/3');
  const button = await screen.findByRole('button', { name: /Open a terminal/ });
  expect(button).toHaveTextContent('14 min left');
});

test('offers a menu of the steps if several are kept', async ({ mock, open, user }) => {
  mockKeptStep(mock);
  const [kept] = mock.state.keptSteps;
  // That of the first attempt is in no stage of the newest one.
  if (kept) mock.state.keptSteps = [{ ...kept, id: 3, step_id: 70 }, kept];
  await open('/octo/hello/3');
  await user.click(await screen.findByRole('button', { name: 'Open a terminal' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^earlier attempt.*min left/),
    expect.stringMatching(/^mill › turn.*min left/),
  ]);
});

test('offers none to people who may not start builds', async ({ mock, open }) => {
  mockKeptStep(mock);
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: readOnly })];
  await open('/octo/hello/3');
  await screen.findByRole('group', { name: 'What failed' });
  expect(screen.queryByRole('button', { name: /Open a terminal/ })).toBeNull();
});

test('tells that a build in debug mode waits', async ({ mock, open }) => {
  mockKeptStep(mock, {}, { status: 'running', debug: true, finished: 0 });
  await open('/octo/hello/3');
  const paused = await screen.findByText(/^mill › turn has failed\. The stage waits/);
  expect(within(paused).getByRole('button', { name: /Open a terminal/ })).toBeVisible();
});

test('continues a build that pauses before a step', async ({ mock, open, user }) => {
  const pause = { stage: 'mill', step: 'turn' };
  mockKeptStep(mock, { paused: true }, { status: 'running', pause_before: pause, finished: 0 });
  await open('/octo/hello/3');
  const paused = await screen.findByText(/^Paused before mill › turn\./);
  expect(within(paused).getByRole('button', { name: /Open a terminal/ })).toBeVisible();
  await user.click(within(paused).getByRole('button', { name: 'Continue' }));
  await findToast('The build continues');
  expect(mock.calls(releaseKeptStep)[0]?.path).toBe('/api/repos/octo/hello/kept-steps/4');
});

const unpausable = [
  { name: 'keeps no steps', keep: false, source: '' },
  { name: 'keeps no steps of forks', keep: true, source: 'stranger/hello' },
];
for (const { name, keep, source } of unpausable) {
  test(`offers no pause if the repository ${name}`, async ({ mock, open, user }) => {
    mockKeptStep(mock, {}, { source_repo: source });
    mock.state.terminalSettings = { keep_failed: keep };
    await open('/octo/hello/3');
    await user.click(await screen.findByRole('button', { name: 'Actions' }));
    await screen.findByRole('menuitem', { name: 'Restart' });
    await waitFor(() => expect(mock.calls(getTerminalSettings)).not.toEqual([]));
    expect(screen.queryByRole('menuitem', { name: 'Pause before a step …' })).toBeNull();
  });
}

test('restarts a build that pauses before its failed step', async ({ mock, open, user }) => {
  mockKeptStep(mock);
  mock.state.terminalSettings = { keep_failed: true };
  await open('/octo/hello/3');
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Pause before a step …' }));
  const dialog = await screen.findByRole('dialog', { name: 'Restart, and pause before a step' });
  expect(within(dialog).getByRole('combobox', { name: 'Step' })).toHaveDisplayValue('mill › turn');
  mock.fail(restartBuild, 'No', 400);
  await user.click(within(dialog).getByRole('button', { name: 'Restart' }));
  await findToast('Unable to restart with a pause: No');
  const [call] = mock.calls(restartBuild);
  expect(call?.query).toMatchObject({ pause_stage: 'mill', pause_step: 'turn' });
});

test('lists recordings after the environment was removed', async ({ mock, open, user }) => {
  mockKeptStep(mock, { ended: nowSec, end_reason: 'left', terminals: [ended] });
  await open('/octo/hello/3');
  await user.click(await screen.findByRole('button', { name: '1 recording' }));
  const dialog = await screen.findByRole('dialog', { name: 'Recorded terminals' });
  expect(dialog).toHaveTextContent('ada');
  expect(dialog).toHaveTextContent('The shell has ended: exit code 2');
  const link = within(dialog).getByRole('link', { name: 'Download the recording of ada' });
  expect(link).toHaveAttribute('href', '/api/repos/octo/hello/terminals/1/recording');
  expect(screen.queryByRole('button', { name: /Open a terminal/ })).toBeNull();
});

test('changes whether failed steps are kept', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  await open('/octo/hello/settings');
  const keep = await screen.findByRole('switch', { name: 'Keep failed steps for terminals' });
  expect(keep).not.toBeChecked();
  await user.click(keep);
  await findToast('The setting has been saved');
  expect(mock.calls(updateTerminalSettings)[0]?.body).toEqual({ keep_failed: true });
  mock.fail(updateTerminalSettings, 'No', 500);
  await user.click(keep);
  await findToast('Unable to save the setting: No');
});
