import { readFile } from 'node:fs/promises';
import { test as base, expect, type Page } from '@playwright/test';
import { type KeptPages, keptPages } from './kept-pages.ts';
import { Millrace } from './millrace.ts';

interface Fixtures {
  /** Of the server's environment. */
  settings: Record<string, string>;
  /** Whether the test is about the first start of a server. */
  isFirstStart: boolean;
  millrace: Millrace;
  /** A page where the admin has signed in, on the dashboard. */
  signedIn: Page;
}

/** Each test has a server of its own; a page that logs an error fails its test. */
export const test = base.extend<Fixtures, { keptPages: KeptPages }>({
  keptPages,
  settings: [{}, { option: true }],
  isFirstStart: [false, { option: true }],
  millrace: async ({ settings, isFirstStart }, use, testInfo) => {
    const millrace = await Millrace.start(settings, isFirstStart ? { isFirst: true } : {});
    await use(millrace);
    if (testInfo.status !== testInfo.expectedStatus) {
      const body = await readFile(millrace.logFile);
      await testInfo.attach('server log', { body, contentType: 'text/plain' });
    }
    await millrace.dispose();
  },
  signedIn: async ({ browser, keptPages, millrace, locale, permissions, viewport }, use) => {
    const { url, adminPassword } = millrace;
    const errors: string[] = [];
    const options = { locale, permissions, viewport };
    // Of all that answers there, what is there for programs.
    await keptPages.lend(browser, options, `${url}/healthz`, async (page) => {
      page.on('pageerror', (error) => errors.push(error.message));
      const form = { username: 'admin', password: adminPassword };
      await page.request.post(`${url}/login`, { form, maxRedirects: 0 });
      await page.goto(url);
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
      await use(page);
    });
    expect(errors).toEqual([]);
  },
});
export { expect };

/** With the form, as a person does. */
export async function signIn(
  page: Page,
  url: string,
  login: string,
  password: string,
): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Username').fill(login);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
