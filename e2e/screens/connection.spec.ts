import { listBranches, listBuilds, listSecrets, listUserRepos } from '@millrace/contract/api';
import { numbered } from '../../apps/web/src/testing/mock/some-build.ts';
import { someBuild, someRepo } from '../../apps/web/src/testing/mock/state.ts';
import { openLive, rowOf } from '../support/build-screen.ts';
import { expect, test } from '../support/screen.ts';

const lost = 'The connection to the server is lost. What you see may be old.';

for (const [path, endpoint, name] of [
  ['/', listUserRepos, 'octo / hello'],
  ['/octo/hello', listBuilds, 'Change 3'],
  ['/octo/hello/branches', listBranches, 'release'],
  ['/octo/hello/settings/secrets', listSecrets, 'password'],
] as const) {
  test(`${path} shows the shape of what is loading`, async ({ page, mock }) => {
    mock.state.branches['octo/hello'] = [someBuild({ target: 'release' })];
    mock.state.secrets = [{ id: 1, name: 'password', pull_request: false }];
    const release = mock.hold(endpoint);
    await page.goto(path);
    // Not of what stands there before the code of the page is.
    const skeletons = page.getByRole('main').locator('[class*=skeleton]:not([class*="standIn"] *)');
    await expect(skeletons.first()).toBeVisible();
    expect(await skeletons.count()).toBeGreaterThan(2);
    release();
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible();
    await expect(skeletons).toHaveCount(0);
  });
}

test('a server that is down is told, and the page comes back by itself', async ({ page, mock }) => {
  await page.goto('/login/form');
  await expect(page.getByLabel('Password')).toBeVisible();
  let isUp = false;
  await page.route('**/api/user/repos*', (route) => (isUp ? route.continue() : route.abort()));
  await page.goto('/');
  await expect(page.getByText('The server cannot be reached')).toBeVisible();
  await expect(
    page.getByText('This page comes back by itself as soon as the server answers.'),
  ).toBeVisible();
  isUp = true;
  await expect(page.getByRole('link', { name: /octo \/ hello/ }).first()).toBeVisible();
  expect(mock.calls(listUserRepos).length).toBeGreaterThan(0);
});

test('a lost stream is told once it lasts, and what was missed is there after it', async ({
  page,
  mock,
}) => {
  await page.goto('/');
  await expect.poll(() => mock.listeners).toBe(1);
  mock.loseStreams();
  await expect(page.getByText(lost)).toBeVisible();
  mock.state.repos.push(someRepo({ id: 2, slug: 'octo/missed' }));
  mock.restoreStreams();
  await expect(page.getByText(lost)).toHaveCount(0, { timeout: 40_000 });
  await expect(page.getByRole('link', { name: /octo \/ missed/ })).toBeVisible();
});

test('a page that is offline says so, and catches up when it is back', async ({
  page,
  mock,
  context,
}) => {
  await page.goto('/');
  await expect.poll(() => mock.listeners).toBe(1);
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see may be old.')).toBeVisible();
  mock.loseStreams();
  mock.restoreStreams();
  mock.state.repos.push(someRepo({ id: 2, slug: 'octo/missed' }));
  await context.setOffline(false);
  await expect(page.getByText(/What you see may be old/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /octo \/ missed/ })).toBeVisible();
});

test('a server that restarts is found again', async ({ page, mock }) => {
  await page.goto('/');
  await expect.poll(() => mock.listeners).toBe(1);
  await mock.stop();
  await expect(page.getByText(lost)).toBeVisible();
  await mock.start();
  await expect(page.getByText(lost)).toHaveCount(0, { timeout: 40_000 });
});

test('a server that cannot be reached at the first call is asked again until it answers', async ({
  page,
  mock,
}) => {
  let isUp = false;
  await page.route('**/api/user', (route) => (isUp ? route.continue() : route.abort()));
  await page.goto('/');
  await expect(page.getByText('The server cannot be reached')).toBeVisible();
  isUp = true;
  await expect(page.getByRole('link', { name: /octo \/ hello/ }).first()).toBeVisible();
  expect(mock.calls(listUserRepos).length).toBeGreaterThan(0);
});

test('texts that did not arrive are fetched again', async ({ page }) => {
  let isUp = false;
  await page.route('**/en-pages-*.js', (route) => (isUp ? route.continue() : route.abort()));
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/account');
  await failed;
  isUp = true;
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
});

test('a build stays readable while the server is away, and goes on once it is back', async ({
  page,
  mock,
}) => {
  await openLive(page, mock, 50);
  await expect.poll(() => mock.listeners).toBe(1);
  await mock.stop();
  await expect(page.getByText(lost)).toBeVisible();
  await expect(rowOf(page, 50)).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1, name: /Say hello/ })).toBeVisible();
  mock.state.log = numbered(60);
  await mock.start();
  await expect(rowOf(page, 60)).toBeInViewport({ timeout: 60_000 });
  await expect(page.getByText(lost)).toHaveCount(0, { timeout: 60_000 });
});

test('a page that is opened while the server is away comes by itself', async ({ page, mock }) => {
  // What is looked at here does not come out of the browser's cache.
  await page.route('**/latest-build-screens-*.js', (route) => route.continue());
  await page.goto('/octo/hello');
  await expect(page.getByText('Change 3')).toBeVisible();
  await mock.stop();
  await page.getByRole('link', { name: 'Deployments' }).click();
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await mock.start();
  await expect(page.getByText('Your Deployment List is Empty.')).toBeVisible({ timeout: 60_000 });
});
