import { syncUserRepos, updateCurrentUser } from '@millrace/contract/api';
import { atEachWidth, expect, test, toast } from '../support/screen.ts';

atEachWidth(() => {
  test('email and full name are required, the email must be one', async ({ page, mock }) => {
    await page.goto('/register');
    const email = page.getByLabel('Email');
    await expect(email).toHaveAttribute('type', 'email');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Please fill in this field.')).toHaveCount(2);
    await expect(email).toBeFocused();
    await email.fill('nobody');
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription(/^Please enter an email address/);
    expect(mock.calls(updateCurrentUser)).toEqual([]);
  });

  test('what was typed is sent trimmed, and the dashboard follows', async ({ page, mock }) => {
    await page.goto('/register');
    await page.getByLabel('Email').fill(' ada@example.com ');
    await page.getByLabel('Full name').fill('  Ada Lovelace ');
    await page.getByLabel(/Company/).fill(' Engines ');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL('/');
    const body = { email: 'ada@example.com', name: 'Ada Lovelace', company: 'Engines' };
    expect(mock.calls(updateCurrentUser).map((call) => call.body)).toEqual([body]);
  });
});

test('a failure is only logged: the dashboard follows all the same', async ({ page, mock }) => {
  mock.fail(updateCurrentUser, 'No mail today', 500);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto('/register');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Full name').fill('Ada');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  // What was said before that is there by then.
  mock.fail(syncUserRepos, 'No', 500);
  await page.getByRole('button', { name: 'Sync' }).click();
  await expect(toast(page, 'Sync error has occured')).toBeVisible();
  expect(await toast(page, 'No mail today').count()).toBe(0);
  expect(logged.join('\n')).toContain('No mail today');
});

test('privacy policy and licence are linked', async ({ page }) => {
  await page.goto('/register');
  await expect(page.getByRole('link', { name: 'Licence' })).toHaveAttribute('href', /apache\.org/);
  await page.getByRole('link', { name: 'Privacy policy' }).click();
  await expect(page.getByRole('heading', { name: /keeps about you/ })).toBeVisible();
});
