import {
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { isDeep } from '../../tools/test-tiers.ts';
import { blankPath, MockServer } from './mock/server.ts';
import { type PagePool, pagePool } from './page-pool.ts';

interface Fixtures {
  /** Mock server of this test, at the origin of the page. */
  mock: MockServer;
}

interface WorkerFixtures {
  pagePool: PagePool;
  /**
   * Origin of the mock servers of a worker, one after the other. Another origin would need another page.
   */
  mockPort: number;
}

/**
 * Tests with a page and a mock server. A test fails if the page throws, logs an error although all its
 * requests succeed, or if the mock server violates the contract.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  mockPort: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner requires a pattern here
    async ({}, use) => {
      const first = new MockServer();
      await first.start();
      await first.stop();
      await use(first.port);
    },
    { scope: 'worker' },
  ],
  pagePool,
  mock: async ({ mockPort }, use) => {
    const mock = new MockServer(mockPort);
    await mock.start();
    await use(mock);
    await mock.stop();
    expect(mock.problems).toEqual([]);
  },
  baseURL: async ({ mockPort }, use) => use(`http://127.0.0.1:${mockPort}`),
  page: async ({ browser, pagePool, mock, locale, permissions, viewport }, use) => {
    const errors: string[] = [];
    const logged: string[] = [];
    let hasAll = true;
    const options = { locale, permissions, viewport };
    await pagePool.lend(browser, options, mock.url + blankPath, async (page) => {
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        const text = message.text();
        if (mock.mayTryStyles && text.startsWith('Applying inline style')) return;
        if (isAgainstPolicy(text)) errors.push(text);
        else if (message.type() === 'error' && !isOfIcon(message)) logged.push(text);
      });
      page.on('response', (response) => {
        if (response.status() >= 400) hasAll = false;
      });
      page.on('requestfailed', (request) => {
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') hasAll = false;
      });
      await use(page);
    });
    expect(errors).toEqual([]);
    if (hasAll && !mock.mayLogErrors) expect(logged).toEqual([]);
  },
  context: async ({ page }, use) => use(page.context()),
});
export { expect };

/** Chromium may ask for the icon of a blank page, and Playwright reports no response for it. */
const isOfIcon = (message: ConsoleMessage) => message.location().url.endsWith('/favicon.ico');
const isAgainstPolicy = (text: string) => text.includes('Content Security Policy');

const widths = { 'wide screen': [1440, 900], phone: [390, 844] } as const;
export type Width = keyof typeof widths;

/** Defines tests at 1440 and at 390 px, for layouts that differ. */
export function atBothWidths(define: (width: Width) => void): void {
  defineAt(['wide screen', 'phone'], define);
}

/** Defines tests at 1440 px, and in the deep run at 390 px too, for layouts that do not differ. */
export function atEachWidth(define: () => void): void {
  defineAt(isDeep ? ['wide screen', 'phone'] : ['wide screen'], define);
}

function defineAt(names: Width[], define: (width: Width) => void): void {
  for (const name of names) {
    const [width, height] = widths[name];
    test.describe(name, () => {
      test.use({ viewport: { width, height } });
      define(name);
    });
  }
}

/** Locates the notification with this text. */
export function toast(page: Page, text: string): Locator {
  return page.getByRole('alert').filter({ hasText: text });
}

/** Returns the play states of a notification's close animations, which are its timer. */
export function toastClock(shown: Locator): Promise<string[]> {
  return shown.evaluate((element) =>
    element
      .getAnimations({ subtree: true })
      .filter((animation) => animation.effect?.getTiming().duration === 3000)
      .map((animation) => animation.playState),
  );
}

/** Confirms a destructive action with its button. */
export async function confirm(page: Page, question: string, action: string): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: question });
  await dialog.getByRole('button', { name: action }).click();
  await dialog.waitFor({ state: 'hidden' });
}
