import { sampleUser } from '@millrace/contract/testing';
import { atBothWidths, expect, test, toast } from '../support/screen.ts';

atBothWidths(() => {
  test('shows logo, search, settings and account to an admin', async ({ page }) => {
    await page.goto('/account');
    const header = page.getByRole('banner').first();
    await expect(header.getByRole('button', { name: 'Search' })).toBeVisible();
    await expect(header.getByRole('link', { name: 'Settings' })).toHaveAttribute(
      'href',
      '/settings/users',
    );
    await header.getByRole('button', { name: 'Account menu: ada' }).click();
    await page.getByRole('menuitem', { name: 'Account', exact: true }).click();
    await expect(page).toHaveURL('/account');
    await header.getByRole('link', { name: 'Millrace, to the dashboard' }).click();
    await expect(page).toHaveURL('/');
  });

  test('shows no settings to accounts without admin rights', async ({ page, mock }) => {
    mock.state.user = sampleUser({ admin: false });
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  });

  test('shows guests a sign-in link, but no search and no account', async ({ page, mock }) => {
    mock.state.user = null;
    await page.goto('/octo/hello');
    const signIn = page.getByRole('link', { name: 'Click to sign in or sign up' });
    await expect(signIn).toHaveAttribute('href', '/welcome');
    await expect(page.getByRole('button', { name: 'Search' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Account menu/ })).toHaveCount(0);
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await signIn.click();
    await expect(page).toHaveURL('/welcome');
  });
});

test('changes and remembers theme and language in the account menu', async ({ page }) => {
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Account menu: ada' });
  await menu.click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await menu.click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

for (const [name, file, button, part] of [
  ['the search', 'search-palette', 'Search', 'dialog'],
  ['the account menu', 'account-menu', 'Account menu', 'menu'],
  ['the list of keys', 'shortcuts-dialog', 'Keyboard shortcuts', 'dialog'],
] as const) {
  test(`reports that ${name} cannot be loaded, and retries`, async ({ page }) => {
    await page.route(`**/${file}-*.js`, (route) => route.abort());
    await page.goto('/');
    const press = () => page.getByRole('button', { name: button }).click();
    await press();
    await expect(toast(page, 'This part of the interface could not be loaded.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await page.unroute(`**/${file}-*.js`);
    await press();
    await expect(page.getByRole(part)).toBeVisible();
  });
}

test('reports that a language cannot be loaded, and retries', async ({ page }) => {
  await page.route('**/zh-*.js', (route) => route.abort());
  await page.goto('/');
  const choose = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  };
  await choose();
  await expect(toast(page, 'This part of the interface could not be loaded.')).toBeVisible();
  await page.unroute('**/zh-*.js');
  await choose();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
});

test.describe('for a Chinese browser', () => {
  test.use({ locale: 'zh-CN' });

  test('shows the page in English if the Chinese texts cannot be loaded', async ({ page }) => {
    await page.route('**/zh-*.js', (route) => route.abort());
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});
