import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, signIn, test } from '../support/test.ts';

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** Returns the secret that the page shows beside the QR code, and the recovery codes after the set-up. */
async function readSecret(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  return (await page.getByRole('figure', { name: 'Secret' }).locator('pre').textContent()) ?? '';
}

async function readRecoveryCodes(page: Page): Promise<string[]> {
  const shown = page.getByRole('figure', { name: 'Recovery codes' }).locator('pre');
  return ((await shown.textContent()) ?? '').split('\n');
}

test.describe('if the server requires a second factor', () => {
  test.use({ settings: { MILLRACE_SECOND_FACTOR: 'required' } });

  test('it is set up after the password, and asked for at the next sign-in', async ({
    page,
    millrace,
  }) => {
    await signIn(page, millrace.url, 'admin', millrace.adminPassword);
    const code = codeOf(await readSecret(page));
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Set Up' }).click();
    const [first = '', second = ''] = await readRecoveryCodes(page);
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

    await page.goto(`${millrace.url}/logout`);
    await signIn(page, millrace.url, 'admin', millrace.adminPassword);
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('The code is wrong, or was used before')).toBeVisible();
    await page.getByRole('textbox', { name: 'Code' }).fill(first);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

    // The page keeps what was typed while its session ends.
    await page.goto(`${millrace.url}/settings/users`);
    await page.getByRole('button', { name: 'New User' }).click();
    const form = page.getByRole('dialog', { name: 'Create a New User' });
    await form.getByLabel('Login').fill('grace');
    await form.getByLabel('Email').fill('grace@example.com');
    await page.context().clearCookies();
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in' });
    await again.getByLabel('Password').fill(millrace.adminPassword);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.getByRole('textbox', { name: 'Code' }).fill(first);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await expect(again.getByText('The code is wrong, or was used before')).toBeVisible();
    await again.getByRole('textbox', { name: 'Code' }).fill(second);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await expect(again).toBeHidden();
    await expect(form.getByLabel('Login')).toHaveValue('grace');
  });
});
