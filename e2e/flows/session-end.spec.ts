import { expect, test } from '../support/test.ts';

test('keeps the page and typed text when the session ends, and continues after sign-in', async ({
  signedIn: page,
  millrace,
}) => {
  await page.goto(`${millrace.url}/settings/users`);
  await page.getByRole('button', { name: 'New User' }).click();
  const form = page.getByRole('dialog', { name: 'Create a New User' });
  await form.getByLabel('Login').fill('grace');
  await form.getByLabel('Email').fill('grace@example.com');
  await page.context().clearCookies();
  await form.getByRole('button', { name: 'Create' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Unable to create new user' });
  await expect(failure).toBeVisible();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(form.getByLabel('Login')).toHaveValue('grace');

  await page.getByRole('button', { name: 'Sign in' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in' });
  await expect(again.getByLabel('Username')).toHaveValue('admin');
  await again.getByLabel('Password').fill('wrong');
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(again.getByText('Invalid username or password')).toBeVisible();
  await again.getByLabel('Password').fill(millrace.adminPassword);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(again).toBeHidden();
  await expect(page.getByText('Your session has ended')).toBeHidden();

  await expect(form.getByLabel('Login')).toHaveValue('grace');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('New user has been created successfully')).toBeVisible();
});
