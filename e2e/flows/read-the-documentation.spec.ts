import { expect, test } from '../support/test.ts';

test('finds a setting by its name, with the keyboard alone', async ({ page, millrace }) => {
  await page.goto(`${millrace.url}/docs/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Millrace documentation');
  await page.keyboard.press('/');
  await page.keyboard.type('MILLRACE_AUDIT_DAYS');
  const results = page.locator('#results');
  await expect(results.getByRole('link').first()).toContainText('Audit log');
  await page.keyboard.press('ArrowDown');
  await expect(results.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/configuration#audit-log$/);
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeInViewport();
  await page.getByRole('link', { name: 'This page as Markdown' }).click();
  await expect(page.locator('pre')).toContainText('# Configuration');
});
