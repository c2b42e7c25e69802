// @vitest-environment happy-dom
import { deleteDeployment } from '@millrace/contract/api';
import { readOnly, recentBuild, sampleRepo, sampleUser } from '@millrace/contract/testing';
import {
  confirm,
  expect,
  findAddress,
  findToast,
  screen,
  test,
  textsOf,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

test('shows environment, commit, committer and message of a deployment', async ({
  mock,
  open,
  user,
}) => {
  mock.state.deployments['octo/hello'] = [
    recentBuild({
      number: 18,
      event: 'promote',
      deploy_to: 'production',
      message: 'Ship it',
      after: 'fedcba9876543210',
      author_login: 'chen',
      created: Math.floor(Date.now() / 1000) - 3 * 3600 - 60,
    }),
  ];
  await open('/octo/hello/deployments');
  const table = within(await screen.findByRole('table', { name: 'Deployments' }));
  await table.findByRole('link', { name: 'production' });
  expect(textsOf(table.getAllByRole('columnheader'))).toEqual([
    'Environment',
    'Commit',
    'Committer',
    'Message',
    'Actions',
  ]);
  const row = within(table.getAllByRole('row')[1] as HTMLElement);
  const cells = textsOf(row.getAllByRole('cell')).map((text) => text?.trim());
  expect(cells).toEqual(['production3 hours ago', 'fedcba98', 'chen', 'Ship it', '']);
  row.getByRole('img', { name: 'Success' });
  await user.click(table.getByRole('link', { name: 'production' }));
  await findAddress('/octo/hello/18');
});

test('leads to the page of an environment, and to its newest build', async ({
  mock,
  open,
  user,
}) => {
  serveConfig({ extras: true });
  mock.state.deployments['octo/hello'] = [
    recentBuild({
      number: 18,
      attempt: 1,
      event: 'promote',
      deploy_to: 'eu/prod',
      status: 'failure',
    }),
  ];
  await open('/octo/hello/deployments');
  const newest = await screen.findByRole('link', { name: /#18 · 1 hour ago/ });
  expect(newest).toHaveAttribute('href', '/octo/hello/18');
  screen.getByRole('img', { name: 'Failure' });
  await user.click(screen.getByRole('link', { name: 'eu/prod' }));
  await findAddress('/octo/hello/deployments/eu/prod');
});

test('updates when a deployment changes', async ({ mock, open }) => {
  const build = recentBuild({ event: 'promote', deploy_to: 'live', status: 'running' });
  mock.state.deployments['octo/hello'] = [build];
  await open('/octo/hello/deployments');
  await screen.findByRole('img', { name: 'Running' });
  const finished = { ...build, version: 2, status: 'success' } as const;
  mock.state.deployments['octo/hello'] = [finished];
  mock.publish(sampleRepo(), finished);
  await screen.findByRole('img', { name: 'Success' });
});

test('explains an empty list', async ({ open }) => {
  await open('/octo/hello/deployments');
  await screen.findByText('Your Deployment List is Empty.');
  screen.getByText('This list will be populated when you promote or rollback a build.');
});

test('removes an environment from the list after confirmation', async ({ mock, open, user }) => {
  mock.state.deployments['octo/hello'] = [recentBuild({ event: 'promote', deploy_to: 'staging' })];
  await open('/octo/hello/deployments');
  await user.click(await screen.findByRole('button', { name: 'Remove staging from the list' }));
  await confirm(user, 'Remove staging from the list of deployments?', 'Remove');
  await findToast('Deployment has been removed from the list');
  await screen.findByText('Your Deployment List is Empty.');
  expect(mock.calls(deleteDeployment)[0]?.params['*']).toBe('staging');
});

test('keeps an environment that cannot be removed', async ({ mock, open, user }) => {
  mock.state.deployments['octo/hello'] = [recentBuild({ event: 'promote', deploy_to: 'staging' })];
  mock.fail(deleteDeployment, 'database is locked', 500);
  await open('/octo/hello/deployments');
  await user.click(await screen.findByRole('button', { name: 'Remove staging from the list' }));
  await confirm(user, 'Remove staging from the list of deployments?', 'Remove');
  await findToast('Unable to remove deployment: database is locked');
  screen.getByRole('link', { name: 'staging' });
});

test('does not let readers remove an environment', async ({ mock, open }) => {
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: readOnly })];
  mock.state.deployments['octo/hello'] = [recentBuild({ event: 'promote', deploy_to: 'staging' })];
  await open('/octo/hello/deployments');
  await screen.findByRole('link', { name: 'staging' });
  expect(screen.getAllByRole('columnheader')).toHaveLength(4);
  expect(screen.queryByRole('button', { name: /from the list/ })).toBeNull();
});
