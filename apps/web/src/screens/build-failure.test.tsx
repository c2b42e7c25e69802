// @vitest-environment happy-dom
import { type FailingStep, getFailureHistory, restartBuild } from '@millrace/contract/api';
import {
  linesOf,
  recentStage,
  recentStep,
  sampleRepo,
  sampleUser,
} from '@millrace/contract/testing';
import { type MockApi, setBuild } from '@millrace/contract/testing/mock-api';
import { expect, findToast, screen, test, within } from '../testing/screen-test.tsx';

const failing = (step: number, fields: Partial<FailingStep> = {}): FailingStep => ({
  stage: 1,
  stage_name: 'mill',
  step,
  step_name: `turn ${step}`,
  since: 1,
  builds_ago: 0,
  failed: 0,
  of: 7,
  ...fields,
});

const findLine = async () => within(await screen.findByRole('group', { name: 'What failed' }));

function mockFailure(mock: MockApi, fields: object = { attempt: 1 }) {
  const steps = [1, 2, 3, 4, 5].map((number) =>
    recentStep({ number, name: `turn ${number}`, status: 'failure', exit_code: 1 }),
  );
  const stages = [recentStage({ name: 'mill', status: 'failure', steps })];
  setBuild(mock, { status: 'failure', number: 1, stages, ...fields });
  mock.state.log = linesOf(['all is well', 'error: the wheel is stuck', 'bye']);
  mock.state.failure = {
    ...mock.state.failure,
    since: { since: 1, builds_ago: 0 },
    steps: [failing(1), failing(2, { since: 118, builds_ago: 5, failed: 6, of: 50 })],
  };
}

test('shows failed steps, their error and the first failing build in one line', async ({
  mock,
  open,
  user,
}) => {
  mockFailure(mock);
  mock.state.failure.since = { since: 118, builds_ago: 5 };
  await open('/octo/hello/1');
  const line = await findLine();
  const toggle = await line.findByRole('button', {
    name: 'main has been failing since #118 (5 builds ago)',
  });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(line.getByRole('link', { name: /mill › turn 1/ })).toHaveAttribute(
    'href',
    '/octo/hello/1/1/1',
  );
  line.getByText('4 more failed');
  const error = await line.findByRole('link', { name: /error: the wheel is stuck/ });
  expect(error).toHaveAttribute('href', '/octo/hello/1/1/1#L2');
  line.getByRole('button', { name: 'Restart failed' });
  expect(screen.getAllByRole('button', { name: 'Restart failed' })).toHaveLength(1);
  expect(line.queryByRole('listitem')).toBeNull();
  await user.click(toggle);
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  expect(await line.findAllByRole('listitem')).toHaveLength(2);
  line.getByText('failed in 6 of the last 50');
});

const unclearFailures = [
  { name: 'the last line', log: ['all is well', 'bye'], shown: 'Last line: bye' },
  {
    name: 'a command without output',
    log: ['✓ turns', '+ grep -q wheel a'],
    shown: 'grep -q wheel a: exit code 1',
  },
];
for (const { name, log, shown } of unclearFailures) {
  test(`says that the failure is ${name}`, async ({ mock, open }) => {
    mockFailure(mock);
    mock.state.log = linesOf(log);
    await open('/octo/hello/1');
    const link = await (await findLine()).findByRole('link', { name: `Line 2: ${shown}` });
    expect(link).toHaveAttribute('href', '/octo/hello/1/1/1#L2');
  });
}

test('lists three of many failed steps at first', async ({ mock, open, user }) => {
  mockFailure(mock);
  mock.state.failure.steps = [1, 2, 3, 4, 5].map((step) => failing(step));
  await open('/octo/hello/1');
  const line = await findLine();
  await user.click(await line.findByRole('button', { name: 'What failed on main' }));
  expect(await line.findAllByRole('listitem')).toHaveLength(3);
  await user.click(line.getByRole('button', { name: '2 more failed' }));
  expect(line.getAllByRole('listitem')).toHaveLength(5);
});

test('tells failures of the infrastructure apart', async ({ mock, open }) => {
  mockFailure(mock);
  const steps = [recentStep({ number: 1, name: 'turn', status: 'error' })];
  const stages = [
    recentStage({ id: 1, number: 1, name: 'mill', status: 'error', failure_cause: 'image', steps }),
    recentStage({ id: 2, number: 2, name: 'dam', status: 'error', failure_cause: 'timeout' }),
  ];
  setBuild(mock, { status: 'error', number: 1, attempt: 1, stages });
  await open('/octo/hello/1');
  const line = await findLine();
  await line.findByText('Infrastructure: an image of mill could not be pulled');
  line.getByText('dam timed out');
});

test('names the server as the author of an automatic attempt', async ({ mock, open }) => {
  const times = { created: 5, started: 5, finished: 9 };
  const attempts = [
    { number: 1, login: 'octo', status: 'failure' as const, ...times },
    { number: 2, login: '', status: 'failure' as const, ...times },
  ];
  mockFailure(mock, { attempt: 2, attempts });
  await open('/octo/hello/1');
  await screen.findByText(/repeated by the server/);
});

test('shows only the error of a broken pipeline file', async ({ mock, open }) => {
  mockFailure(mock, { attempt: 1, status: 'error', error: 'yaml: line 3', stages: [] });
  await open('/octo/hello/1');
  await screen.findByText('yaml: line 3');
  expect(screen.queryByRole('group', { name: 'What failed' })).toBeNull();
  expect(mock.calls(getFailureHistory)).toEqual([]);
});

test('does not offer a restart to readers', async ({ mock, open }) => {
  mockFailure(mock);
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: { read: true, write: false, admin: false } })];
  await open('/octo/hello/1');
  const line = await findLine();
  await line.findByRole('link', { name: /mill › turn 1/ });
  expect(screen.queryByRole('button', { name: 'Restart failed' })).toBeNull();
});

test('reports why the history cannot be loaded, and retries', async ({ mock, open, user }) => {
  mockFailure(mock);
  mock.fail(getFailureHistory, 'the database is away', 503);
  await open('/octo/hello/1');
  const shownMessage = await screen.findByText(
    'Unable to tell since when it fails: the database is away',
    {
      exact: false,
      selector: 'p',
    },
  );
  mock.restore(getFailureHistory);
  await user.click(within(shownMessage).getByRole('button', { name: 'Try again' }));
  await (await findLine()).findByRole('button', { name: 'What failed on main' });
});

test('reports why a restart was rejected', async ({ mock, open, user }) => {
  mockFailure(mock);
  mock.fail(restartBuild, 'No stage of this build failed');
  await open('/octo/hello/1');
  await user.click(await screen.findByRole('button', { name: 'Restart failed' }));
  await findToast('Unable to restart build: No stage of this build failed');
});

test('hides the panel for servers without attempts', async ({ mock, open }) => {
  mockFailure(mock, {});
  await open('/octo/hello/1');
  await screen.findByRole('button', { name: 'Restart' });
  await screen.findByRole('button', { name: 'Graph View' });
  expect(screen.queryByText(/What failed|failing since/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Restart failed' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Timeline' })).toBeNull();
  expect(screen.queryByRole('link', { name: /Compare/ })).toBeNull();
  expect(mock.calls(getFailureHistory)).toEqual([]);
  await open('/octo/hello/compare/1/1');
  await screen.findByText(/the resource you requested cannot be found/);
});

test('is translated to Chinese', async ({ mock, open, user }) => {
  mockFailure(mock);
  await open('/octo/hello/1', 'zh-CN');
  const toggle = await screen.findByRole('button', { name: 'main 的失败内容' });
  await user.click(toggle);
  await screen.findByText(/自 #118 起失败，已持续 5 次构建/);
});
