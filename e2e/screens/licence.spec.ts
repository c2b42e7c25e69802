import type { Page } from '@playwright/test';
import { atEachWidth, expect, test } from '../support/screen.ts';

const expired = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Your Server License is Expired.' });
const exceeded = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Your License Limit is Exceeded.' });

atEachWidth(() => {
  test('shows the banners of license flags in the page', async ({ page, mock }) => {
    mock.config = { ...mock.config, licenseExpired: true, licenseLimitExceeded: true };
    await page.goto('/');
    await expect(expired(page).getByRole('link')).toHaveText(['Learn more']);
    await expect(exceeded(page).getByRole('link')).toHaveText(['Learn more', 'Purchase License']);
  });
});

for (const [name, banner, other] of [
  ['LICENSE_EXPIRED', expired, exceeded],
  ['LICENSE_LIMIT_EXCEEDED', exceeded, expired],
] as const) {
  test(`window.${name} shows its banner`, async ({ page }) => {
    await page.addInitScript((flag) => Object.assign(window, { [flag]: true }), name);
    await page.goto('/');
    await expect(banner(page)).toBeVisible();
    await expect(other(page)).toHaveCount(0);
  });
}

test('shows no banner without flags', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
