import { expect, test } from '../support/screen.ts';

test('Logout navigates to /logout', async ({ page, mock }) => {
  await page.goto('/account');
  const logout = page.getByRole('link', { name: 'Logout' });
  await expect(logout).toHaveAttribute('href', '/logout');
  await logout.click();
  await expect(page.getByText('Your session has been successfully terminated.')).toBeVisible();
  expect(mock.state.user).toBeNull();
});
