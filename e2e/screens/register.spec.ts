import { updateCurrentUser } from '@millrace/contract/api';
import { atEachWidth, expect, test } from '../support/screen.ts';

atEachWidth(() => {
  test('requires a valid email address and a full name', async ({ page, mock }) => {
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
});
