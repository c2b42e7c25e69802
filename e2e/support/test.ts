import { readFile } from 'node:fs/promises';
import { test as base, expect, type Page } from '@playwright/test';
import { Millrace } from './millrace.ts';
import { type PagePool, pagePool } from './page-pool.ts';

interface Fixtures {
  /** Environment of the server. */
  settings: Record<string, string>;
  /** Whether the test covers the first start of a server. */
  isFirstStart: boolean;
  /** Whether the test needs a separate server, because it stops it or uses everything on it. */
  hasOwnServer: boolean;
  millrace: Millrace;
  /** Slug of a repository that no other test uses. */
  slug: string;
  /** A page on the dashboard where the admin has signed in. */
  signedIn: Page;
}

interface WorkerFixtures {
  pagePool: PagePool;
  sharedServer: SharedServer;
}

/** Server of a worker, started for the first test that uses it. */
class SharedServer {
  private started: Promise<Millrace> | undefined;
  private repos = 0;

  take(): Promise<Millrace> {
    this.started ??= Millrace.start();
    return this.started;
  }

  nextSlug(): string {
    return `admin/mill-${++this.repos}`;
  }

  async dispose(): Promise<void> {
    await (await this.started)?.dispose();
  }
}

/**
 * The tests of a worker share a server, except for those that stop it. A page that logs an error fails.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  pagePool,
  sharedServer: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner requires a pattern here
    async ({}, use) => {
      const server = new SharedServer();
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  settings: [{}, { option: true }],
  isFirstStart: [false, { option: true }],
  hasOwnServer: [false, { option: true }],
  slug: ({ sharedServer }, use) => use(sharedServer.nextSlug()),
  millrace: async ({ sharedServer, settings, isFirstStart, hasOwnServer }, use, testInfo) => {
    const isOwn = hasOwnServer || isFirstStart || Object.keys(settings).length > 0;
    const millrace = isOwn
      ? await Millrace.start(settings, isFirstStart ? { isFirst: true } : {})
      : await sharedServer.take();
    await use(millrace);
    if (testInfo.status !== testInfo.expectedStatus) {
      const body = await readFile(millrace.logFile);
      await testInfo.attach('server log', { body, contentType: 'text/plain' });
    }
    if (isOwn) await millrace.dispose();
  },
  signedIn: async ({ browser, pagePool, millrace, locale, permissions, viewport }, use) => {
    const { url, adminPassword } = millrace;
    const errors: string[] = [];
    const options = { locale, permissions, viewport };
    // A URL of the server without a page, for programs.
    await pagePool.lend(browser, options, `${url}/healthz`, async (page) => {
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

/** Signs in with the form, as a user does. */
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
