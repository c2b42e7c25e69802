import { activateRepo } from '@millrace/contract/api';
import { readOnly, someRepo } from '../../apps/web/src/testing/mock/state.ts';
import { atBothWidths, expect, test, toast } from '../support/screen.ts';

const links = [
  ['General', ''],
  ['Secrets', '/secrets'],
  ['Cron Jobs', '/cron'],
  ['Badges', '/badges'],
  ['Secrets', '/org-secrets'],
  ['Templates', '/templates'],
] as const;

atBothWidths(() => {
  test('the side navigation leads to every part of the settings', async ({ page }) => {
    await page.goto('/octo/hello/settings');
    const navigation = page.getByRole('navigation', { name: 'Settings' });
    await expect(navigation.getByRole('link')).toHaveText(links.map(([name]) => name));
    await expect(navigation.getByRole('heading', { name: 'Organization' })).toBeVisible();
    for (const [index, [, section]] of links.entries()) {
      await navigation.getByRole('link').nth(index).click();
      await expect(page).toHaveURL(`/octo/hello/settings${section}`);
      await expect(navigation.getByRole('link').nth(index)).toHaveAttribute('aria-current', 'page');
    }
  });

  test('the admin of an inactive repository can activate it', async ({ page, mock }) => {
    mock.state.repos = [someRepo({ active: false })];
    await page.goto('/octo/hello/settings');
    await expect(page.getByText('This Repository is not Active.')).toBeVisible();
    await expect(
      page.getByText('Please activate your repository to begin executing pipelines.'),
    ).toBeVisible();
    const navigation = page.getByRole('navigation', { name: 'Settings' });
    await expect(navigation.getByRole('link')).toHaveCount(0);
    await page.getByRole('button', { name: 'Activate Repository' }).click();
    await expect(toast(page, 'Repo has been successfully enabled')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
    await expect(navigation.getByRole('link')).toHaveCount(6);
    await expect(page.getByRole('button', { name: 'New Build' })).toBeVisible();
  });
});

test('others are told whom to ask about an inactive repository', async ({ page, mock }) => {
  mock.state.repos = [someRepo({ active: false, permissions: { ...readOnly, write: true } })];
  await page.goto('/octo/hello/settings');
  await expect(
    page.getByText('Please contact the repository administrator to activate this repository.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Activate Repository' })).toHaveCount(0);
});

test('a failed activation shows the message alone', async ({ page, mock }) => {
  mock.state.repos = [someRepo({ active: false })];
  mock.fail(activateRepo, 'the forge refused the hook', 500);
  await page.goto('/octo/hello/settings');
  await page.getByRole('button', { name: 'Activate Repository' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^the forge refused the hook$/);
});

test('an unknown part of the settings is not found', async ({ page }) => {
  await page.goto('/octo/hello/settings/nothing');
  await expect(page.getByText("That's all we know.")).toBeVisible();
});
