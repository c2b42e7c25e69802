// @vitest-environment happy-dom
import {
  cancelBisection,
  getBisection,
  startBisection,
  updateBisectionSettings,
} from '@millrace/contract/api';
import {
  readOnly,
  recentStage,
  recentStep,
  sampleBuild,
  sampleRepo,
  sampleUser,
} from '@millrace/contract/testing';
import { type MockApi, sampleBisection, setBuild } from '@millrace/contract/testing/mock-api';
import {
  confirm,
  expect,
  findAddress,
  findToast,
  screen,
  test,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const running = sampleBisection();
const newest = running.list.at(-1);
const found = {
  ...running,
  status: 'found' as const,
  confidence: 0.9942,
  found: ['3'.repeat(40)],
  finished: 5,
};

const commit = {
  sha: '3'.repeat(40),
  message: 'Oil the axle',
  author_login: 'ada',
  author_name: 'Ada',
  author_avatar: '',
  timestamp: 1,
  link: '',
};

/** A build of main that failed after two commits. */
function mockFailure(mock: MockApi, fields: object = {}) {
  const steps = [recentStep({ number: 1, name: 'turn', status: 'failure', exit_code: 1 })];
  const stages = [recentStage({ name: 'mill', status: 'failure', steps })];
  setBuild(mock, { status: 'failure', number: 3, attempt: 1, event: 'push', stages, ...fields });
  mock.state.failure = {
    ...mock.state.failure,
    last_success: sampleBuild({ number: 1, status: 'success' }),
    commits: [commit, { ...commit, sha: '4'.repeat(40) }],
    has_all_commits: true,
    steps: [
      {
        stage: 1,
        stage_name: 'mill',
        step: 1,
        step_name: 'turn',
        since: 3,
        builds_ago: 0,
        failed: 0,
        of: 7,
      },
    ],
  };
}

function mockReader(mock: MockApi) {
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: readOnly })];
}

test('starts a search for a failed step, after a question', async ({ mock, open, user }) => {
  mockFailure(mock);
  await open('/octo/hello/3');
  await user.click(await screen.findByRole('button', { name: 'Find the commit' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Find the commit?' });
  expect(dialog).toHaveTextContent('Runs mill › turn, and the steps before it');
  await confirm(user, 'Find the commit?', 'Find the commit');
  await findToast('Bisection has been started');
  await findAddress('/octo/hello/bisections/1');
  expect(mock.calls(startBisection)[0]?.body).toEqual({ build: 3, stage: 1, step: 1 });
  await screen.findByRole('heading', { name: 'Searching for the commit' });
});

test('shows why a search cannot be started', async ({ mock, open, user }) => {
  mockFailure(mock);
  mock.fail(startBisection, 'The branch was rewritten', 400);
  await open('/octo/hello/3');
  await user.click(await screen.findByRole('button', { name: 'Find the commit' }));
  await confirm(user, 'Find the commit?', 'Find the commit');
  await findToast('Unable to start the bisection: The branch was rewritten');
});

test('links the search of a build', async ({ mock, open }) => {
  mockFailure(mock);
  mock.state.bisections = [found];
  await open('/octo/hello/3');
  const link = await screen.findByRole('link', { name: 'Commit found' });
  expect(link).toHaveAttribute('href', '/octo/hello/bisections/1');
  expect(screen.queryByRole('button', { name: 'Find the commit' })).toBeNull();
});

test('links a build of a search to it', async ({ mock, open }) => {
  mockFailure(mock, { bisection: 7 });
  await open('/octo/hello/3');
  const link = await screen.findByRole('link', { name: 'Part of a bisection' });
  expect(link).toHaveAttribute('href', '/octo/hello/bisections/7');
});

test('names the only commit that the failure can have begun with', async ({ mock, open }) => {
  mockFailure(mock);
  mock.state.bisectionRange = { commits: 1, only: commit };
  await open('/octo/hello/3');
  const answer = await screen.findByText('Began with commit');
  expect(answer).toHaveTextContent('Began with commit 33333333');
  expect(answer).toHaveAttribute('title', 'Oil the axle');
});

const refused = { commits: 0, refusal: 'The branch was rewritten' };

test.for([
  ['to readers', mockReader],
  ['for one commit', (mock: MockApi) => (mock.state.bisectionRange = { commits: 1, only: commit })],
  ['that the server refuses', (mock: MockApi) => (mock.state.bisectionRange = refused)],
  ['for a pull request', (mock: MockApi) => mockFailure(mock, { event: 'pull_request' })],
] as const)('offers no search %s', async ([, change], { mock, open }) => {
  mockFailure(mock);
  change(mock);
  await open('/octo/hello/3');
  await screen.findByRole('group', { name: 'What failed' });
  await screen.findByRole('button', { name: /failing since|What failed on/ });
  expect(screen.queryByRole('button', { name: 'Find the commit' })).toBeNull();
});

test('shows a running search, updates it and cancels it', async ({
  mock,
  open,
  user,
  passTime,
}) => {
  mock.state.bisections = [running];
  await open('/octo/hello/bisections/1');
  await screen.findByRole('heading', { name: 'Searching for the commit' });
  const commits = within(screen.getByRole('region', { name: 'Commits' }));
  const [first, second] = commits.getAllByRole('listitem');
  expect(first).toHaveTextContent(/^44444444Widen the race.*Probability 48 %/);
  expect(second).toHaveTextContent(/#5 running/);
  const runs = within(screen.getByRole('region', { name: 'Runs' }));
  expect(runs.getByRole('link', { name: '#4 passed' })).toHaveAttribute('href', '/octo/hello/4');
  screen.getByText('most likely commit so far: 48 %');
  mock.state.bisections = [{ ...running, runs: 3, confidence: 0.9 }];
  await passTime(3500);
  await screen.findByText('most likely commit so far: 90 %');
  await user.click(screen.getByRole('button', { name: 'Cancel bisection' }));
  await confirm(user, 'Cancel bisection?', 'Cancel bisection');
  await screen.findByRole('heading', { name: 'Bisection canceled' });
  screen.getByText('canceled by octo');
  expect(mock.calls(cancelBisection)).toHaveLength(1);
});

test('shows the commit that was found, in both languages', async ({ mock, open }) => {
  mock.state.bisections = [found];
  await open('/octo/hello/bisections/1');
  await screen.findByRole('heading', { name: 'Commit found' });
  screen.getByText('99.4 % certain after 2 runs');
  expect(screen.getAllByText('Oil the axle').length).toBeGreaterThan(1);
  expect(screen.queryByRole('button', { name: 'Cancel bisection' })).toBeNull();
  await open('/octo/hello/bisections/1', 'zh-CN');
  await screen.findByRole('heading', { name: '已找到提交' });
});

test.for([
  [{ ...found, found: found.list.slice(1).map(({ sha }) => sha) }, /One of these 3 commits/],
  [{ ...running, status: 'random' as const }, /passes on these commits when it runs again/],
  [{ ...running, status: 'unknown' as const }, /too many commits cannot be built/],
  [{ ...running, status: 'failed' as const, error: 'Build 3 was deleted' }, /Build 3 was deleted/],
] as const)('explains the end %#', async ([bisection, expected], { mock, open }) => {
  mock.state.bisections = [{ ...bisection, found: [...bisection.found] }];
  await open('/octo/hello/bisections/1');
  await screen.findByText(expected);
});

test('lists searches, and lets administrators change the settings', async ({
  mock,
  open,
  user,
}) => {
  serveConfig({ extras: true });
  mock.state.bisections = [{ ...running, id: 2 }, found];
  await open('/octo/hello/causes');
  await user.click(await screen.findByRole('link', { name: 'Bisections' }));
  const list = within(await screen.findByRole('region', { name: 'Bisections' }));
  expect(list.getByRole('link', { name: 'Commit found' })).toHaveAttribute(
    'href',
    '/octo/hello/bisections/1',
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Bisect automatically' }));
  await user.click(screen.getByRole('checkbox', { name: 'Comment on the commit' }));
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await findToast('Settings have been saved');
  const changed = { automatic: true, comments: false };
  expect(mock.calls(updateBisectionSettings)[0]?.body).toEqual(changed);
});

test('shows no settings to readers', async ({ mock, open }) => {
  mockReader(mock);
  await open('/octo/hello/bisections');
  await screen.findByText('No bisections');
  expect(screen.queryByRole('checkbox', { name: 'Bisect automatically' })).toBeNull();
});

test('reports a search that does not exist', async ({ mock, open }) => {
  await open('/octo/hello/bisections/9');
  await screen.findByText('The bisection could not be loaded');
  expect(mock.calls(getBisection).length).toBeGreaterThan(0);
  expect(newest?.message).toBe('Widen the race');
});
