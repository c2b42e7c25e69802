import { expect, test } from '../support/screen.ts';

test('someone signed in reads what is missing and gets no Sign In link', async ({ page }) => {
  await page.goto('/octo/missing');
  await expect(
    page.getByRole('heading', {
      name: 'We are sorry, the resource you requested cannot be found.',
    }),
  ).toBeVisible();
  await expect(page.getByText("That's all we know.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page).toHaveURL('/');
});

test('a visitor gets a Sign In link', async ({ page, mock }) => {
  mock.state.user = null;
  await page.goto('/404');
  await page.getByRole('link', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/welcome');
});
