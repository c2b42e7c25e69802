import {
  createToken,
  getBuild,
  getCurrentUser,
  getLogs,
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
import { giveBuild } from '../../apps/web/src/testing/mock/some-build.ts';
import { someBuild, someRepo } from '../../apps/web/src/testing/mock/state.ts';
import { expect, test } from '../support/screen.ts';

const settings = '/octo/hello/settings';
const reads = [
  ['the account', '/', getCurrentUser],
  ['the dashboard', '/', listUserRepos],
  ['a repository', '/octo/hello/settings', getRepo],
  ['the builds', '/octo/hello', listBuilds],
  ['the branches', '/octo/hello/branches', listBranches],
  ['the deployments', '/octo/hello/deployments', listDeployments],
  ['a build', '/octo/hello/1', getBuild],
  ['a log', '/octo/hello/1', getLogs],
  ['the secrets', `${settings}/secrets`, listSecrets],
  ['the organization secrets', `${settings}/org-secrets`, listOrgSecrets],
  ['the cron jobs', `${settings}/cron`, listCrons],
  ['the templates', `${settings}/templates`, listTemplates],
  ['the users', '/settings/users', listUsers],
  ['the token', '/account', createToken],
] as const;

for (const [name, path, endpoint] of reads) {
  test(`${name}: a failure is final until someone tries again`, async ({ page, mock }) => {
    giveBuild(mock);
    mock.fail(endpoint, 'the database is locked', 503);
    await page.clock.install();
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByText('the database is locked')).toBeVisible();
    await expect.poll(() => mock.listeners).toBe(1);
    await page.clock.fastForward(20_000);
    expect(mock.calls(endpoint)).toHaveLength(1);
    mock.mend(endpoint);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(main.getByText('the database is locked')).toHaveCount(0);
    await expect.poll(() => mock.calls(endpoint).length).toBe(2);
  });
}

test('what is broken off as a page is left is no failure', async ({ page, mock }) => {
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  for (const endpoint of [getCurrentUser, listUserRepos]) {
    const release = mock.hold(endpoint);
    const before = mock.calls(endpoint).length;
    await page.goto('/');
    await expect.poll(() => mock.calls(endpoint).length).toBeGreaterThan(before);
    await page.goto('/octo/hello');
    release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(logged).toEqual([]);
});

test('what failed is read again once the event stream is back', async ({ page, mock }) => {
  mock.fail(listUserRepos, 'Bad Gateway', 502);
  await page.goto('/');
  await expect(page.getByRole('main').getByText('Bad Gateway')).toBeVisible();
  await expect.poll(() => mock.listeners).toBe(1);
  mock.mend(listUserRepos);
  mock.loseStreams();
  mock.restoreStreams();
  await expect(page.getByRole('link', { name: /octo \/ hello/ }).first()).toBeVisible();
});

test('a page that is there stays when a later read of it fails', async ({ page, mock }) => {
  await page.goto('/octo/hello');
  await expect(page.getByText('Change 3')).toBeVisible();
  await expect.poll(() => mock.listeners).toBe(1);
  for (const endpoint of [getCurrentUser, getRepo, listBuilds]) mock.fail(endpoint, 'busy', 500);
  const asked = mock.calls(getCurrentUser).length;
  mock.loseStreams();
  mock.restoreStreams();
  await expect.poll(() => mock.calls(getCurrentUser).length).toBeGreaterThan(asked);
  await expect(page.getByRole('alert').filter({ hasText: 'busy' }).first()).toBeVisible();
  await expect(page.getByText('Change 3')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'hello' })).toBeVisible();
});

test('the files of two builds stay beside each other when a later read of one fails', async ({
  page,
  mock,
}) => {
  mock.state.builds['octo/hello'] = [2, 1].map((number) =>
    someBuild({ id: number, number, attempt: 1 }),
  );
  await page.goto('/octo/hello/compare/1/2');
  const files = page.getByText('Both builds have the same pipeline file.');
  await expect(files).toBeVisible();
  await expect.poll(() => mock.listeners).toBe(1);
  mock.fail(getPipelineFile, 'No file now', 500);
  mock.loseStreams();
  mock.restoreStreams();
  await expect.poll(() => mock.calls(getPipelineFile).length).toBeGreaterThan(3);
  // The page has the answers by the time that it shows what came after them.
  mock.publish(someRepo(), someBuild({ id: 2, number: 2, attempt: 1, version: 9, title: 'News' }));
  await expect(page.getByText('News')).toBeVisible();
  await expect(files).toBeVisible();
});
