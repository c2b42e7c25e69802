import type { Locator, Page } from '@playwright/test';

/** The page of one build, by what a person sees and a screen reader says. */
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

  /** The build's status in the head of the page. */
  status(name: string): Locator {
    return this.page.getByRole('main').getByRole('img', { name }).first();
  }

  /** The texts of the drawn lines that begin so, from top to bottom. */
  async lines(start: string): Promise<string[]> {
    const rows = await this.log.locator('[data-line]').evaluateAll((elements) =>
      elements
        .map((element) => ({
          at: Number(element.getAttribute('data-line')),
          text: element.querySelector('[data-from]')?.textContent ?? '',
        }))
        .sort((a, b) => a.at - b.at)
        .map((row) => row.text),
    );
    return rows.filter((text) => text.startsWith(start));
  }

  /** The same for the whole log, read by scrolling from its top to its end. */
  async allLines(start: string): Promise<string[]> {
    const seen: string[] = [];
    await this.log.evaluate((element) => element.scrollTo({ top: 0 }));
    for (;;) {
      for (const line of await this.lines(start)) if (!seen.includes(line)) seen.push(line);
      const isAtEnd = await this.log.evaluate((element) => {
        const before = element.scrollTop;
        element.scrollBy({ top: element.clientHeight / 2 });
        return element.scrollTop === before;
      });
      if (isAtEnd) return seen;
    }
  }
}
