import { expect, test, toast } from '../support/screen.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('copies the snippet on plain HTTP, where the Clipboard API is not available', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined }),
  );
  await page.goto('/octo/hello/settings/badges');
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  await page.getByLabel('Branch').focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByLabel('Branch')).toHaveValue(/^\[!\[Build Status\]/);
});

test('reports that the browser refused to copy', async ({ page, mock }) => {
  mock.mayLogErrors = true;
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });
    document.execCommand = () => false;
  });
  await page.goto('/octo/hello/settings/badges');
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(toast(page, 'Your browser does not let the page copy.')).toBeVisible();
});
