import type { Locator, Page } from '@playwright/test';

/** Page object of a build page. Uses visible texts and accessible names. */
export class BuildPage {
  readonly heading: Locator;
  readonly log: Locator;
  readonly cancel: Locator;
  readonly restart: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1 });
    this.log = page.getByRole('log');
    this.cancel = page.getByRole('button', { name: 'Cancel', exact: true });
    this.restart = page.getByRole('button', { name: 'Restart', exact: true });
  }

  /** Locates the build's status in the page header. */
  status(name: string): Locator {
    return this.page.getByRole('main').getByRole('img', { name }).first();
  }

  /** Returns the texts of rendered lines with this prefix, from top to bottom. */
  async lines(start: string): Promise<string[]> {
    return textsOf(await this.drawn(), start);
  }

  /**
   * Returns the lines with this prefix in the whole log, by scrolling from top to bottom. Lines that render
   * late are missing.
   */
  async allLines(start: string): Promise<string[]> {
    const seen = new Map<number, string>();
    await this.scroll((element) => element.scrollTo({ top: 0 }));
    for (let isAtEnd = false; !isAtEnd; ) {
      for (const [line, text] of await this.drawn()) seen.set(line, text);
      isAtEnd = await this.scroll((element) => {
        element.scrollBy({ top: element.clientHeight / 2 });
      });
    }
    return textsOf(seen, start);
  }

  /** Scrolls and waits for rendering. Resolves with true if the scroll position did not change. */
  private async scroll(how: (element: HTMLElement) => void): Promise<boolean> {
    const top = () => this.log.evaluate((element) => element.scrollTop);
    const before = await top();
    await this.log.evaluate(how);
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    return (await top()) === before;
  }

  private async drawn(): Promise<Map<number, string>> {
    const rows = await this.log.locator('[data-line]').evaluateAll((elements) =>
      elements.map((element) => {
        const text = element.querySelector('[data-from]')?.textContent ?? '';
        return [Number(element.getAttribute('data-line')), text] as const;
      }),
    );
    return new Map(rows);
  }
}

function textsOf(lines: ReadonlyMap<number, string>, start: string): string[] {
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([, text]) => text)
    .filter((text) => text.startsWith(start));
}
