// @vitest-environment happy-dom
import { getEnvironment, promoteBuild, rollbackBuild } from '@millrace/contract/api';
import { readOnly, recentBuild, sampleRepo, sampleUser } from '@millrace/contract/testing';
import type { MockApi } from '@millrace/contract/testing/mock-api';
import {
  expect,
  findAddress,
  findDialog,
  screen,
  test,
  textsOf,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const slug = 'octo/hello';
const path = '/octo/hello/deployments/live';
const deployed = recentBuild({
  id: 1,
  number: 1,
  attempt: 1,
  title: 'Grind',
  after: 'a'.repeat(40),
});
const waiting = recentBuild({
  id: 5,
  number: 5,
  attempt: 1,
  title: 'Polish',
  after: 'e'.repeat(40),
});
const deployment = (number: number, fields = {}) =>
  recentBuild({
    id: number,
    number,
    attempt: 1,
    event: 'promote',
    deploy_to: 'live',
    parent: 1,
    trigger: 'chen',
    ...fields,
  });
const current = deployment(4, { after: deployed.after });
const previous = deployment(3, { after: 'c'.repeat(40), title: 'Sift' });

/** Deployment 4 of build 1 runs, 3 ran before, build 5 waits. */
function fill({ state }: MockApi): void {
  serveConfig({ extras: true });
  state.builds[slug] = [waiting, current, previous, deployed];
  state.environment = { current, source: deployed, previous, waiting };
  state.deployments[slug] = [current, deployment(2, { deploy_to: 'test' })];
  const commit = {
    sha: 'f'.repeat(40),
    message: 'Turn the wheel',
    author_login: 'ada',
    author_name: 'Ada',
    author_avatar: '',
    timestamp: 1,
    link: 'https://forge.example/commit/f',
  };
  state.newCommits = { '3..4': [commit], '4..5': [commit] };
}

/** Finds a section once it is loaded. */
const region = async (name: string) => {
  await screen.findByText(/^aaaaaaaa$|^No deployment/);
  return within(screen.getByRole('region', { name }));
};

test('shows what runs, by whom, what changed and what waits', async ({ mock, open }) => {
  fill(mock);
  await open(path);
  await screen.findByRole('heading', { level: 2, name: 'live' });
  const runs = await region('What runs here');
  expect(runs.getByRole('link', { name: '#1 Grind' })).toHaveAttribute('href', '/octo/hello/1');
  runs.getByRole('link', { name: '#4' });
  runs.getByText('aaaaaaaa');
  runs.getByText('chen');
  expect(runs.queryByRole('status')).toBeNull();
  const changes = await region('What changed');
  await changes.findByText('Turn the wheel');
  expect(changes.getByRole('link', { name: 'Compare with #3' })).toHaveAttribute(
    'href',
    '/octo/hello/compare/3/4',
  );
  const waits = await region('Not deployed yet');
  waits.getByRole('link', { name: '#5 Polish' });
  await waits.findByText('Turn the wheel');
});

test('tells a running and a failed deployment from what runs', async ({ mock, open }) => {
  fill(mock);
  mock.state.environment.newest = deployment(6, { status: 'running', finished: 0 });
  await open(path);
  const runs = await region('What runs here');
  expect(runs.getByRole('status')).toHaveTextContent(
    /A newer deployment has not finished:Running#6/,
  );
  mock.state.environment.newest = deployment(6, { status: 'declined' });
  await open('/octo/hello/deployments');
  await open(path);
  await waitFor(() =>
    expect(screen.getByText('A newer deployment did not succeed:').parentElement).toHaveTextContent(
      /Declined#6/,
    ),
  );
});

test('deploys the waiting build, or another one', async ({ mock, open, user }) => {
  fill(mock);
  await open(path);
  await user.click(await screen.findByRole('button', { name: 'Deploy #5' }));
  let dialog = await findDialog('Create deployment');
  expect(dialog.getByLabelText('Target environment')).toHaveValue('live');
  expect(dialog.getByRole('combobox', { name: 'Build' })).toHaveValue('5');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));

  mock.state.deployTargets = ['live'];
  await user.click(screen.getByRole('button', { name: 'Deploy…' }));
  dialog = await findDialog('Create deployment');
  const build = dialog.getByRole('combobox', { name: 'Build' });
  expect(build).toHaveValue('5');
  await within(build).findByRole('option', { name: '#1 Grind' });
  expect(textsOf(within(build).getAllByRole('option'))).toEqual(['#5 Polish', '#1 Grind']);
  await user.selectOptions(build, '1');
  await user.click(dialog.getByRole('button', { name: 'Deploy' }));
  await findAddress('/octo/hello/6');
  const [call] = mock.calls(promoteBuild);
  expect([call?.params.build, call?.query]).toEqual([1, { target: 'live' }]);
});

test('promotes what runs to another environment', async ({ mock, open, user }) => {
  fill(mock);
  await open(path);
  await user.click(await screen.findByRole('button', { name: 'Promote to test' }));
  const dialog = await findDialog('Create deployment');
  expect(dialog.getByLabelText('Target environment')).toHaveValue('test');
  mock.state.deployments[slug] = ['live', 'test', 'demo'].map((deploy_to, at) =>
    deployment(at + 1, { deploy_to }),
  );
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await open('/octo/hello/deployments');
  await open(path);
  await user.click(await screen.findByRole('button', { name: 'Promote to…' }));
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  expect(textsOf(items)).toEqual(['demo', 'test']);
});

test('rolls back to the build of an earlier deployment', async ({ mock, open, user }) => {
  fill(mock);
  mock.state.deployTargets = ['live'];
  await open(path);
  const history = within(await screen.findByRole('list', { name: 'History' }));
  expect(history.getAllByRole('listitem')).toHaveLength(2);
  within(history.getAllByRole('listitem')[0] as HTMLElement).getByText('Runs here');
  await user.click(await history.findByRole('button', { name: 'Roll back to deployment #3' }));
  const dialog = await findDialog('Create deployment');
  expect(dialog.getByRole('combobox', { name: 'Action' })).toHaveValue('rollback');
  expect(dialog.getByRole('combobox', { name: 'Build' })).toHaveValue('1');
  await user.click(dialog.getByRole('button', { name: 'Deploy' }));
  await findAddress('/octo/hello/6');
  const [call] = mock.calls(rollbackBuild);
  expect([call?.params.build, call?.query]).toEqual([1, { target: 'live' }]);
});

test('deploys again what runs after a failed deployment', async ({ mock, open }) => {
  fill(mock);
  await open(path);
  const again = { name: 'Roll back to deployment #4' };
  await screen.findByRole('button', { name: 'Roll back to deployment #3' });
  expect(screen.queryByRole('button', again)).toBeNull();
  mock.state.environment.newest = deployment(6, { status: 'failure' });
  mock.publish(sampleRepo(), deployment(6, { status: 'failure' }));
  await screen.findByRole('button', again);
});

test('rolls back to a deployment whose build was deleted', async ({ mock, open, user }) => {
  fill(mock);
  mock.state.deployTargets = ['live'];
  mock.state.builds[slug] = [waiting, current, previous];
  await open(path);
  await user.click(await screen.findByRole('button', { name: 'Roll back to deployment #3' }));
  const dialog = await findDialog('Create deployment');
  await user.click(dialog.getByRole('button', { name: 'Deploy' }));
  await waitFor(() => expect(mock.calls(rollbackBuild)[0]?.params.build).toBe(3));
});

test('lists commits that a rollback took back', async ({ mock, open }) => {
  fill(mock);
  mock.state.newCommits = { '4..3': mock.state.newCommits['3..4'] ?? [] };
  await open(path);
  const changes = await region('What changed');
  await changes.findByRole('list', { name: 'Commits taken back' });
});

test('shows readers no actions, and pages of history', async ({ mock, open, user }) => {
  fill(mock);
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: readOnly })];
  mock.state.builds[slug] = Array.from({ length: 60 }, (_, at) => deployment(100 - at));
  await open(path);
  const history = within(await screen.findByRole('list', { name: 'History' }));
  expect(history.getAllByRole('listitem')).toHaveLength(50);
  expect(screen.queryByRole('button', { name: /Deploy|Promote|Roll back/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(history.getAllByRole('listitem')).toHaveLength(60));
});

test('opens environments with any name', async ({ mock, open, user }) => {
  fill(mock);
  mock.state.deployments[slug] = [deployment(4, { deploy_to: 'eu/../~100%' })];
  await open('/octo/hello/deployments');
  await user.click(await screen.findByRole('link', { name: 'eu/../~100%' }));
  await screen.findByRole('heading', { level: 2, name: 'eu/../~100%' });
  expect(mock.calls(getEnvironment).at(-1)?.query).toEqual({ target: 'eu/../~100%' });
});

test('updates while builds run', async ({ mock, open }) => {
  fill(mock);
  await open(path);
  await region('What runs here');
  mock.state.environment = { ...mock.state.environment, current: deployment(7), source: waiting };
  mock.publish(sampleRepo(), deployment(7));
  const runs = await region('What runs here');
  await runs.findByRole('link', { name: '#5 Polish' });
});

test('explains an environment without deployments, and reports a failure', async ({
  mock,
  open,
}) => {
  fill(mock);
  mock.state.environment = {};
  mock.state.builds[slug] = [];
  await open(path);
  await screen.findByText('No deployment to this environment has succeeded yet.');
  await screen.findByText('Nothing was deployed to this environment yet.');
  mock.fail(getEnvironment, 'database is locked', 500);
  await open('/octo/hello/deployments/other');
  await screen.findByText('The environment could not be loaded');
});

test('does not exist on original servers', async ({ open }) => {
  await open(path);
  await screen.findByText('We are sorry, the resource you requested cannot be found.');
});
