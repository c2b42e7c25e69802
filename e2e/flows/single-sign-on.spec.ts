import { findFreePort } from '@millrace/test-support/free-port';
import {
  type OidcTestProvider,
  oidcClient,
  startOidcProvider,
} from '@millrace/test-support/oidc-provider';
import type { Page } from '@playwright/test';
import { Millrace } from '../support/millrace.ts';
import { test as base, expect } from '../support/test.ts';

interface Servers {
  millrace: Millrace;
  provider: OidcTestProvider;
}

const test = base.extend<{ servers: Servers }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
  servers: async ({}, use) => {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const provider = await startOidcProvider(`${url}/login/oidc/callback`, {
      ada: { preferred_username: 'ada', email: 'ada@example.com', groups: ['engineers'] },
      eve: { preferred_username: 'eve', email: 'eve@example.com', groups: ['sales'] },
    });
    const millrace = await Millrace.start({
      MILLRACE_PORT: String(port),
      MILLRACE_URL: url,
      MILLRACE_OIDC_ISSUER: provider.issuer,
      MILLRACE_OIDC_CLIENT_ID: oidcClient.id,
      MILLRACE_OIDC_CLIENT_SECRET: oidcClient.secret,
      MILLRACE_OIDC_NAME: 'Example',
      MILLRACE_OIDC_ALLOWED_GROUPS: 'engineers',
    });
    await use({ millrace, provider });
    await millrace.dispose();
    await provider.stop();
  },
});

async function signInAs(page: Page, { millrace }: Servers, login: string): Promise<void> {
  await page.goto(millrace.url);
  await page.getByRole('link', { name: 'Continue with Example' }).click();
  await page.locator('[name=login]').fill(login);
  await page.locator('[name=password]').fill('any');
  await page.locator('[type=submit]').click();
  await page.locator('[type=submit]').click();
}

test('signs in at an OpenID Connect provider', async ({ page, servers }) => {
  await signInAs(page, servers, 'ada');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('shows why a sign-in at the provider was rejected', async ({ page, servers }) => {
  await signInAs(page, servers, 'eve');
  await expect(page).toHaveURL(/\/login\/error\?message=/);
  await expect(
    page.getByText('eve is in none of the groups that may use this server'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue with Example' })).toBeVisible();
});
