import { readOnly, sampleRepo, sampleUser } from '@millrace/contract/testing';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/screen.ts';

const notFound = 'We are sorry, the resource you requested cannot be found.';
const inactive = sampleRepo({ slug: 'octo/asleep', active: false });

test('redirects guests from every protected page to sign-in', async ({ page, mock }) => {
  mock.state.user = null;
  for (const path of ['/', '/account', '/settings', '/settings/users', '/settings/anything']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/welcome');
  }
});

test('returns to the requested page after sign-in', async ({ page, mock }) => {
  mock.state.user = null;
  await page.goto('/account?from=mail');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password').fill('secret');
  mock.state.user = sampleUser();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/account?from=mail');
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
});

test('shows Not Found for system settings to accounts without admin rights', async ({
  page,
  mock,
}) => {
  mock.state.user = sampleUser({ admin: false });
  for (const path of ['/settings', '/settings/users', '/settings/anything']) {
    await page.goto(path);
    await expect(page.getByText(notFound), path).toBeVisible();
  }
});

test('redirects /settings to /settings/users', async ({ page }) => {
  await page.goto('/settings');
  await expect(page).toHaveURL('/settings/users');
  const tabs = page.getByRole('navigation', { name: 'System Administration' });
  await expect(tabs.getByRole('link')).toHaveText(['Users']);
});

test('redirects every tab of an inactive repository to its settings', async ({ page, mock }) => {
  mock.state.repos.push(inactive);
  for (const tab of ['', '/branches', '/deployments']) {
    await page.goto(`/octo/asleep${tab}`);
    await expect(page, tab).toHaveURL('/octo/asleep/settings');
    await expect(page.getByText('This Repository is not Active.')).toBeVisible();
  }
});

test('shows Not Found for an unknown URL', async ({ page }) => {
  for (const path of ['/404', '/nowhere', '/a/b/c/d/e/f']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: notFound }), path).toBeVisible();
    await expect(page.getByText("That's all we know.")).toBeVisible();
  }
});

test('shows a public repository to guests', async ({ page, mock }) => {
  mock.state.user = null;
  mock.state.repos = [sampleRepo({ permissions: readOnly })];
  await page.goto('/octo/hello');
  await expect(page.getByRole('heading', { name: 'hello', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /Change 3/ }).first()).toBeVisible();
});

const full = { header: true, footer: true };
const settings = { header: true, footer: false };
const bare = { header: false, footer: true };

test('sets the title of every page, hides the header on sign-in pages and the footer on settings', async ({
  page,
  mock,
}) => {
  mock.config.links = { documentation: 'https://example.com/docs' };
  for (const [path, title, shows] of [
    ['/', 'Dashboard', full],
    ['/welcome', 'Sign in', bare],
    ['/login/form', 'Sign in', bare],
    ['/login/error', 'Sign in', bare],
    ['/logout', 'Sign in', bare],
    ['/register', 'Register', bare],
    ['/account', 'Account Settings', full],
    ['/settings/users', 'User Management', settings],
    ['/octo/hello', 'octo/hello', full],
    ['/octo/hello/branches', 'Branches - octo/hello', full],
    ['/octo/hello/deployments', 'Deployments - octo/hello', full],
    ['/octo/hello/settings', 'Settings - octo/hello', settings],
    ['/octo/hello/settings/badges', 'Settings - octo/hello', settings],
    ['/octo/hello/settings/cron', 'Settings - octo/hello', settings],
    ['/octo/hello/3', 'Build #3.1.1 - octo/hello', full],
    ['/octo/hello/3/2/4', 'Build #3.2.4 - octo/hello', full],
    ['/404', 'Not found', full],
  ] as const) {
    // Visiting /logout ends the session, which the following pages need.
    mock.state.user = sampleUser();
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page).toHaveTitle(`${title} - Millrace`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const home = page.getByRole('link', { name: 'Millrace, to the dashboard' });
      await expect(home).toHaveCount(shows.header ? 1 : 0);
      const footer = page.getByRole('contentinfo');
      await expect(footer).toHaveCount(shows.footer ? 1 : 0);
      if (!shows.footer) return;
      await expect(footer).toContainText('Millrace 0.1.0');
      await expect(footer.getByRole('link', { name: 'Documentation' })).toBeVisible();
    });
  }
});

test.describe('navigation', () => {
  const opened = (page: Page, title: string) =>
    page.getByText(`${title} - Millrace, page opened`, { exact: true });

  test('announces the new page and focuses its heading', async ({ page }) => {
    await page.goto('/octo/hello');
    await page.getByRole('link', { name: 'Branches' }).click();
    await expect(opened(page, 'Branches - octo/hello')).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('announces a page after its code is loaded', async ({ page }) => {
    const code = Promise.withResolvers<void>();
    await page.route('**/repo-screen-*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.clock.install();
    await page.goto('/');
    await page.getByRole('link', { name: /hello/ }).first().click();
    await expect(page).toHaveURL('/octo/hello');
    await page.clock.runFor(1000);
    code.resolve();
    await expect(opened(page, 'octo/hello')).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test('keeps other pages of the repository working after a rendering error', async ({
  page,
  mock,
}) => {
  mock.mayLogErrors = true;
  await page.route('**/builds/branches*', (route) => route.fulfill({ json: 'no list' }));
  await page.goto('/octo/hello');
  await expect(page.getByRole('heading', { name: 'Executions' })).toBeVisible();
  await page.getByRole('link', { name: 'Branches' }).click();
  await expect(page.getByText('Something went wrong on this page')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Executions' })).toBeVisible();
});

test('keeps other pages of the repository working if the code of one cannot be loaded', async ({
  page,
}) => {
  await page.route('**/latest-build-screens-*.js', (route) => route.abort());
  await page.goto('/octo/hello');
  await expect(page.getByRole('heading', { name: 'Executions' })).toBeVisible();
  await page.getByRole('link', { name: 'Branches' }).click();
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Executions' })).toBeVisible();
});
