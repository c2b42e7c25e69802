import { readOnly, someRepo, someUser } from '../support/mock/state.ts';
import { expect, test } from '../support/screen.ts';

const notFound = 'We are sorry, the resource you requested cannot be found.';
const inactive = someRepo({ slug: 'octo/asleep', active: false });

for (const path of ['/', '/account', '/settings', '/settings/users', '/settings/anything']) {
  test(`${path} sends a visitor to sign in`, async ({ page, mock }) => {
    mock.state.user = null;
    await page.goto(path);
    await expect(page).toHaveURL('/welcome');
  });
}

test('signing in leads back to the protected page that was asked for', async ({ page, mock }) => {
  mock.state.user = null;
  await page.goto('/account?from=mail');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password').fill('secret');
  mock.state.user = someUser();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/account?from=mail');
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
});

for (const path of ['/settings', '/settings/users', '/settings/anything']) {
  test(`${path} is not found for who is no system admin`, async ({ page, mock }) => {
    mock.state.user = someUser({ admin: false });
    await page.goto(path);
    await expect(page.getByText(notFound)).toBeVisible();
  });
}

test('/settings leads to /settings/users', async ({ page }) => {
  await page.goto('/settings');
  await expect(page).toHaveURL('/settings/users');
  const tabs = page.getByRole('navigation', { name: 'System Administration' });
  await expect(tabs.getByRole('link')).toHaveText(['Users']);
});

for (const tab of ['', '/branches', '/deployments']) {
  test(`an inactive repository${tab} leads to its settings`, async ({ page, mock }) => {
    mock.state.repos.push(inactive);
    await page.goto(`/octo/asleep${tab}`);
    await expect(page).toHaveURL('/octo/asleep/settings');
    await expect(page.getByText('This Repository is not Active.')).toBeVisible();
  });
}

for (const path of ['/404', '/nowhere', '/a/b/c/d/e/f']) {
  test(`${path} is the not-found page`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: notFound })).toBeVisible();
    await expect(page.getByText("That's all we know.")).toBeVisible();
  });
}

test('a visitor reads a public repository without signing in', async ({ page, mock }) => {
  mock.state.user = null;
  mock.state.repos = [someRepo({ permissions: readOnly })];
  await page.goto('/octo/hello');
  await expect(page.getByRole('heading', { name: 'hello', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /Change 3/ }).first()).toBeVisible();
});

for (const [path, title] of [
  ['/', 'Dashboard'],
  ['/welcome', 'Sign in'],
  ['/login/form', 'Sign in'],
  ['/register', 'Register'],
  ['/account', 'Account Settings'],
  ['/settings/users', 'User Management'],
  ['/octo/hello', 'octo/hello'],
  ['/octo/hello/branches', 'Branches - octo/hello'],
  ['/octo/hello/deployments', 'Deployments - octo/hello'],
  ['/octo/hello/settings', 'Settings - octo/hello'],
  ['/octo/hello/settings/badges', 'Settings - octo/hello'],
  ['/octo/hello/3', 'Build #3.1.1 - octo/hello'],
  ['/octo/hello/3/2/4', 'Build #3.2.4 - octo/hello'],
  ['/404', 'Not found'],
] as const) {
  test(`${path} has the title ${title}`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} - Millrace`);
  });
}

test('the header shows on every page but those of signing in and out', async ({ page }) => {
  for (const [path, hasHeader] of [
    ['/', true],
    ['/account', true],
    ['/octo/hello/settings', true],
    ['/404', true],
    ['/welcome', false],
    ['/login/form', false],
    ['/login/error', false],
    ['/register', false],
    ['/logout', false],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const home = page.getByRole('link', { name: 'Millrace, to the dashboard' });
    await expect(home, path).toHaveCount(hasHeader ? 1 : 0);
  }
});

test('the footer shows on every page but settings', async ({ page, mock }) => {
  mock.config.links = { documentation: 'https://example.com/docs' };
  for (const [path, hasFooter] of [
    ['/', true],
    ['/account', true],
    ['/octo/hello', true],
    ['/octo/hello/3', true],
    ['/404', true],
    ['/octo/hello/settings', false],
    ['/octo/hello/settings/cron', false],
    ['/settings/users', false],
    ['/welcome', true],
    ['/register', true],
    ['/logout', true],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const footer = page.getByRole('contentinfo');
    await expect(footer, path).toHaveCount(hasFooter ? 1 : 0);
    if (hasFooter) {
      await expect(footer).toContainText('Millrace 0.1.0');
      await expect(footer.getByRole('link', { name: 'Documentation' })).toBeVisible();
    }
  }
});
