// @vitest-environment happy-dom
import {
  createToken,
  getBuild,
  getCurrentUser,
  getPipelineFile,
  getRepo,
  listBranches,
  listBuilds,
  listCrons,
  listDeployments,
  listOrgSecrets,
  listSecrets,
  listTemplates,
  listUserRepos,
  listUsers,
} from '@millrace/contract/api';
import { recentBuild, sampleRepo } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import { expect, screen, test, waitFor, within } from '../testing/screen-test.tsx';

/** Longer than the first delay before the page reconnects a lost stream. */
const backoffMs = 2000;
const settings = '/octo/hello/settings';
const reads = [
  ['the account', '/', getCurrentUser],
  ['the dashboard', '/', listUserRepos],
  ['a repository', '/octo/hello/settings', getRepo],
  ['the builds', '/octo/hello', listBuilds],
  ['the branches', '/octo/hello/branches', listBranches],
  ['the deployments', '/octo/hello/deployments', listDeployments],
  ['a build', '/octo/hello/1', getBuild],
  ['the secrets', `${settings}/secrets`, listSecrets],
  ['the organization secrets', `${settings}/org-secrets`, listOrgSecrets],
  ['the cron jobs', `${settings}/cron`, listCrons],
  ['the templates', `${settings}/templates`, listTemplates],
  ['the users', '/settings/users', listUsers],
  ['the token', '/account', createToken],
] as const;

const main = () => within(screen.getByRole('main'));

for (const [name, path, endpoint] of reads) {
  test(`${name}: does not retry a failed read until the user does`, async ({
    mock,
    open,
    user,
    passTime,
  }) => {
    setBuild(mock);
    mock.fail(endpoint, 'the database is locked', 503);
    await open(path);
    await waitFor(() => main().getByText('the database is locked'));
    await waitFor(() => expect(mock.listeners).toBe(1));
    await passTime(20_000);
    expect(mock.calls(endpoint)).toHaveLength(1);
    mock.restore(endpoint);
    await user.click(main().getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(main().queryByText('the database is locked')).toBeNull());
    await waitFor(() => expect(mock.calls(endpoint)).toHaveLength(2));
  });
}

test('refetches failed queries once the event stream reconnects', async ({
  mock,
  open,
  passTime,
}) => {
  mock.fail(listUserRepos, 'Bad Gateway', 502);
  await open('/');
  await waitFor(() => main().getByText('Bad Gateway'));
  await waitFor(() => expect(mock.listeners).toBe(1));
  mock.restore(listUserRepos);
  mock.disconnectStreams();
  mock.restoreStreams();
  await passTime(backoffMs);
  await screen.findAllByRole('link', { name: /octo \/ hello/ });
});

test('keeps a loaded page if a later refetch fails', async ({ mock, open, passTime }) => {
  await open('/octo/hello');
  await screen.findByText('Change 3');
  await waitFor(() => expect(mock.listeners).toBe(1));
  for (const endpoint of [getCurrentUser, getRepo, listBuilds]) mock.fail(endpoint, 'busy', 500);
  const callsBefore = mock.calls(getCurrentUser).length;
  mock.disconnectStreams();
  mock.restoreStreams();
  await passTime(backoffMs);
  await waitFor(() => expect(mock.calls(getCurrentUser).length).toBeGreaterThan(callsBefore));
  await waitFor(() =>
    expect(screen.getAllByRole('alert').some((alert) => /busy/.test(alert.textContent ?? ''))).toBe(
      true,
    ),
  );
  screen.getByText('Change 3');
  screen.getByRole('heading', { level: 1, name: 'hello' });
});

test('keeps the comparison of two pipeline files if a later refetch fails', async ({
  mock,
  open,
  passTime,
}) => {
  mock.state.builds['octo/hello'] = [2, 1].map((number) =>
    recentBuild({ id: number, number, attempt: 1 }),
  );
  const same = 'Both builds have the same pipeline file.';
  await open('/octo/hello/compare/1/2');
  await screen.findByText(same);
  await waitFor(() => expect(mock.listeners).toBe(1));
  mock.fail(getPipelineFile, 'No file now', 500);
  mock.disconnectStreams();
  mock.restoreStreams();
  await passTime(backoffMs);
  await waitFor(() => expect(mock.calls(getPipelineFile).length).toBeGreaterThan(3));
  // The event is published after the responses, so once it is shown they have been applied.
  mock.publish(
    sampleRepo(),
    recentBuild({ id: 2, number: 2, attempt: 1, version: 9, title: 'News' }),
  );
  await screen.findByText('News');
  screen.getByText(same);
});
