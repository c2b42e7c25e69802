import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { isDeep } from '../../tools/test-tiers.ts';
import { type KeptPages, keptPages } from './kept-pages.ts';
import { blankPath, MockServer } from './mock/server.ts';

interface Fixtures {
  /** The server of this test, all made up; it answers at the page's own address. */
  mock: MockServer;
}

interface WorkerFixtures {
  keptPages: KeptPages;
  /** Where the servers of a worker answer, one after the other: another address is another page. */
  mockPort: number;
}

/**
 * Pages in front of a made-up server. A page that breaks, or logs an error though it has all that it asked
 * for, fails its test, and so does a mock that breaks the contract.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  mockPort: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner asks for a pattern here
    async ({}, use) => {
      const first = new MockServer();
      await first.start();
      await first.stop();
      await use(first.port);
    },
    { scope: 'worker' },
  ],
  keptPages,
  mock: async ({ mockPort }, use) => {
    const mock = new MockServer(mockPort);
    await mock.start();
    await use(mock);
    await mock.stop();
    expect(mock.problems).toEqual([]);
  },
  baseURL: async ({ mockPort }, use) => use(`http://127.0.0.1:${mockPort}`),
  page: async ({ browser, keptPages, mock, locale, permissions, viewport }, use) => {
    const errors: string[] = [];
    const logged: string[] = [];
    let hasAll = true;
    const options = { locale, permissions, viewport };
    await keptPages.lend(browser, options, mock.url + blankPath, async (page) => {
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        const text = message.text();
        if (isAgainstPolicy(text)) errors.push(text);
        else if (message.type() === 'error' && !isPolicyNote(text)) logged.push(text);
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

/** Chromium itself tries inline styles where an editor's text is replaced. */
const isPolicyNote = (text: string) => text.startsWith('Applying inline style');
const isAgainstPolicy = (text: string) =>
  text.includes('Content Security Policy') && !isPolicyNote(text);

const widths = { 'wide screen': [1440, 900], phone: [390, 844] } as const;
export type Width = keyof typeof widths;

/** Defines tests at 1440 and at 390 px, where the layout differs. */
export function atBothWidths(define: (width: Width) => void): void {
  defineAt(['wide screen', 'phone'], define);
}

/** Defines tests at 1440 px, and in the deep run at 390 px too: the layout is the same. */
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

/** The notification that says this. */
export function toast(page: Page, text: string): Locator {
  return page.getByRole('alert').filter({ hasText: text });
}

/** Whether the time of a notification runs: the states of what closes it. */
export function toastClock(shown: Locator): Promise<string[]> {
  return shown.evaluate((element) =>
    element
      .getAnimations({ subtree: true })
      .filter((animation) => animation.effect?.getTiming().duration === 3000)
      .map((animation) => animation.playState),
  );
}

/** Answers the question of a destructive action with its button. */
export async function confirm(page: Page, question: string, action: string): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: question });
  await dialog.getByRole('button', { name: action }).click();
  await dialog.waitFor({ state: 'hidden' });
}
