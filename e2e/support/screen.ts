import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { MockServer } from './mock/server.ts';

interface Fixtures {
  /** The server of this test, all made up; it answers at the page's own address. */
  mock: MockServer;
}

/** Pages in front of a made-up server; a page that breaks, or a mock that breaks the contract, fails. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner asks for a pattern here
  mock: async ({}, use) => {
    const mock = new MockServer();
    await mock.start();
    await use(mock);
    await mock.stop();
    expect(mock.problems).toEqual([]);
  },
  baseURL: async ({ mock }, use) => use(mock.url),
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (isRefused(message.text())) errors.push(message.text());
    });
    await use(page);
    expect(errors).toEqual([]);
  },
});
export { expect };

/** What the page's policy refused; Chromium itself tries inline styles where an editor's text is replaced. */
function isRefused(text: string): boolean {
  return /Content Security Policy/.test(text) && !text.startsWith('Applying inline style');
}

const widths = { 'wide screen': [1440, 900], phone: [390, 844] } as const;
export type Width = keyof typeof widths;

/** Defines tests twice: at 1440 and at 390 px. */
export function atEachWidth(define: (width: Width) => void): void {
  for (const [name, [width, height]] of Object.entries(widths)) {
    test.describe(name, () => {
      test.use({ viewport: { width, height } });
      define(name as Width);
    });
  }
}

/** The notification that says this. */
export function toast(page: Page, text: string): Locator {
  return page.getByRole('alert').filter({ hasText: text });
}

/** Answers the question of a destructive action with its button. */
export async function confirm(page: Page, question: string, action: string): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: question });
  await dialog.getByRole('button', { name: action }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose answer depends on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds against WCAG 2.2 AA and its own advice, besides some rules: a line for each finding. */
export function findBarriers(page: Page, besides: string[] = []): Promise<string[]> {
  return analyze(page, (axe) => axe.withTags(standards).disableRules(besides));
}

/** Those of the colours alone: for the second theme of what has been looked at in the first. */
export function findColourBarriers(page: Page): Promise<string[]> {
  return analyze(page, (axe) => axe.withRules(colourRules));
}

async function analyze(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // Colours on their way from one theme to the other are neither's.
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
  );
  // In its own mode axe opens another page for each look; that is for frames from elsewhere.
  const { violations } = await choose(new AxeBuilder({ page }).setLegacyMode())
    // They are hidden and take the focus for a moment, to pass it on: that is what they are for.
    .exclude('[data-base-ui-focus-guard]')
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}
