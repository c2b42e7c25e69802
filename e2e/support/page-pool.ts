import type { Browser, Page, ViewportSize } from '@playwright/test';
import { drawLate } from './slow-machine.ts';

/** Context options that cannot be changed later. */
export interface PageOptions {
  locale: string | undefined;
  permissions: string[] | undefined;
}

/** Page features whose effect lasts until the page or its context is closed. */
const lasting = ['addInitScript', 'exposeFunction', 'exposeBinding'] as const;
const lastingOfContext = [...lasting, 'grantPermissions'] as const;
const lastingOfClock = ['install', 'setFixedTime', 'setSystemTime'] as const;
const events = [
  ...(['console', 'dialog', 'download', 'pageerror', 'popup'] as const),
  ...(['request', 'requestfailed', 'response'] as const),
];

/**
 * Pages of a worker, reused by one test after another as if they were new. Opening a page for each test
 * takes longer than most tests.
 */
export class PagePool {
  private readonly pages = new Map<string, Page>();
  private readonly spent = new WeakSet<Page>();

  /** Returns a page at `blankUrl`, a URL of the server without a script. */
  async take(browser: Browser, options: PageOptions, blankUrl: string): Promise<Page> {
    const key = JSON.stringify(options);
    const page = this.pages.get(key) ?? (await this.open(browser));
    // Removed from the pool while in use, and for good if it is not put back.
    this.pages.delete(key);
    if (page.url() !== blankUrl) await page.goto(blankUrl);
    return page;
  }

  /** Passes a page of this size to `use`, and puts it back afterwards. */
  async lend(
    browser: Browser,
    { viewport, ...options }: PageOptions & { viewport: ViewportSize | null },
    blankUrl: string,
    use: (page: Page) => Promise<void>,
  ): Promise<void> {
    const page = await this.take(browser, options, blankUrl);
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
    await this.putBack(page, options, blankUrl);
  }

  private async open(browser: Browser): Promise<Page> {
    const context = await browser.newContext();
    await drawLate(context);
    const page = await context.newPage();
    const spend = () => this.spent.add(page);
    watch(page, lasting, spend);
    watch(context, lastingOfContext, spend);
    watch(page.clock, lastingOfClock, spend);
    return page;
  }

  /** Resets everything that a test changed; if that is impossible, the page is closed. */
  async putBack(page: Page, options: PageOptions, blankUrl: string): Promise<void> {
    const isReset = !this.spent.has(page) && (await empty(page, blankUrl));
    if (isReset) this.pages.set(JSON.stringify(options), page);
    else await page.context().close();
  }

  async close(): Promise<void> {
    for (const page of this.pages.values()) await page.context().close();
  }
}

/** Fixture with the page pool of a worker, for other fixtures. */
export const pagePool = [
  // biome-ignore lint/correctness/noEmptyPattern: the test runner requires a pattern here
  async ({}, use: (pages: PagePool) => Promise<void>): Promise<void> => {
    const pages = new PagePool();
    await use(pages);
    await pages.close();
  },
  { scope: 'worker' },
] satisfies [unknown, { scope: 'worker' }];

function watch<Target extends object>(
  target: Target,
  names: readonly (keyof Target)[],
  onCall: () => void,
): void {
  for (const name of names) {
    const call = target[name] as (...input: unknown[]) => unknown;
    const watched = (...input: unknown[]) => {
      onCall();
      return call.apply(target, input);
    };
    Object.assign(target, { [name]: watched });
  }
}

/** Returns false if the reset failed: the server may be gone, or the page may hang. */
async function empty(page: Page, blankUrl: string): Promise<boolean> {
  const context = page.context();
  for (const event of events) page.removeAllListeners(event);
  try {
    await Promise.all([
      ...context.pages().map((other) => other !== page && other.close()),
      page.unrouteAll(),
      context.unrouteAll(),
      context.setOffline(false),
      context.clearCookies(),
      page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' }),
      page.mouse.move(-1, -1),
    ]);
    await page.goto(blankUrl);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    return true;
  } catch {
    return false;
  }
}
