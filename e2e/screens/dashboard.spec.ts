import { expect, test } from '../support/screen.ts';

test('keeps the text cursor in place while the viewer types into the filter', async ({ page }) => {
  await page.goto('/');
  const filter = page.getByRole('searchbox', { name: 'Filter repositories' });
  await filter.focus();
  await page.keyboard.type('octo hello');
  await expect(filter).toHaveValue('octo hello');
  await expect(page).toHaveURL('/?filter=octo+hello');
  await page.keyboard.press('Home');
  await page.keyboard.type('an ');
  await expect(filter).toHaveValue('an octo hello');
  await expect(page).toHaveURL('/?filter=an+octo+hello');
  await page.getByRole('link', { name: 'Millrace, to the dashboard' }).click();
  await expect(filter).toHaveValue('');
  await page.goBack();
  await expect(filter).toHaveValue('an octo hello');
});
