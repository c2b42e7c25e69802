import type { Browser, Page, ViewportSize } from '@playwright/test';
import { drawLate } from './slow-machine.ts';

/** What a page cannot be given later. */
export interface PageOptions {
  locale: string | undefined;
  permissions: string[] | undefined;
}

/** What stays in a page, or in its context, until it is closed. */
const lasting = ['addInitScript', 'exposeFunction', 'exposeBinding'] as const;
const lastingOfContext = [...lasting, 'grantPermissions'] as const;
const lastingOfClock = ['install', 'setFixedTime', 'setSystemTime'] as const;
const events = [
  ...(['console', 'dialog', 'download', 'pageerror', 'popup'] as const),
  ...(['request', 'requestfailed', 'response'] as const),
];

/**
 * The pages of a worker. One test after the other has them, as if they were new: to open another one for
 * each takes longer than most of what they do with it.
 */
export class KeptPages {
  private readonly pages = new Map<string, Page>();
  private readonly spent = new WeakSet<Page>();

  /** A page that is at `blankUrl`, an address of the server without a script. */
  async take(browser: Browser, options: PageOptions, blankUrl: string): Promise<Page> {
    const key = JSON.stringify(options);
    const page = this.pages.get(key) ?? (await this.open(browser));
    // Nobody else has it meanwhile, nor where it is not put back.
    this.pages.delete(key);
    if (page.url() !== blankUrl) await page.goto(blankUrl);
    return page;
  }

  /** Gives a page of this size to `use`, and takes it back after it. */
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

  /** Takes everything back that a test did; where that cannot be, the page is closed. */
  async putBack(page: Page, options: PageOptions, blankUrl: string): Promise<void> {
    const isAsNew = !this.spent.has(page) && (await empty(page, blankUrl));
    if (isAsNew) this.pages.set(JSON.stringify(options), page);
    else await page.context().close();
  }

  async close(): Promise<void> {
    for (const page of this.pages.values()) await page.context().close();
  }
}

/** For tests to extend: the pages of a worker. */
export const keptPages = [
  // biome-ignore lint/correctness/noEmptyPattern: the test runner asks for a pattern here
  async ({}, use: (pages: KeptPages) => Promise<void>): Promise<void> => {
    const pages = new KeptPages();
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

/** False where it cannot be done: the server may be gone, or the page hangs. */
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
