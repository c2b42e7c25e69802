import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose answer depends on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds against WCAG 2.2 AA and its own advice, besides some rules: a line for each finding. */
export function findBarriers(page: Page, besides: string[] = []): Promise<string[]> {
  return analyze(page, (axe) => axe.withTags(standards).disableRules(besides));
}

/** Those of the colours alone: for the second theme of what has been looked at in the first. */
function findColourBarriers(page: Page): Promise<string[]> {
  return analyze(page, (axe) => axe.withRules(colourRules));
}

/** What axe finds in the light theme, and in the dark one by its colours. Leaves the page in the light one. */
export async function findBarriersInThemes(page: Page, besides?: string[]): Promise<string[]> {
  const inLight = await findBarriers(page, besides);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await findColourBarriers(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...inLight, ...inDark.map((found) => `dark: ${found}`)];
}

/** The distances of letters, words and lines that somebody may need (WCAG 1.4.12). */
const apart =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';

/**
 * How many pixels one must scroll sideways for: where all is enlarged to 400 % (WCAG 1.4.10), and on a
 * phone with letters and lines apart. Leaves the page as it was.
 */
export async function findLostWidth(page: Page): Promise<{ enlarged: number; apart: number }> {
  const size = page.viewportSize();
  const lost = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return page.evaluate(() => {
      scrollTo(innerWidth, scrollY);
      const hidden = scrollX;
      scrollTo(0, scrollY);
      return hidden;
    });
  };
  const enlarged = await lost(320);
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }, apart);
  const found = { enlarged, apart: await lost(390) };
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  if (size) await page.setViewportSize(size);
  return found;
}

async function analyze(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // Colours on their way from one theme to the other are neither's.
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
  );
  // Reading it takes as long as a look: a page gets it once.
  const hasAxe = await page.evaluate(() => 'axe' in window);
  const source = hasAxe ? { axeSource: ';' } : {};
  // In its own mode axe opens another page for each look; that is for frames from elsewhere.
  const { violations } = await choose(
    new AxeBuilder({ page, ...source }).setLegacyMode().options({ resultTypes: ['violations'] }),
  )
    // They are hidden and take the focus for a moment, to pass it on: that is what they are for.
    .exclude('[data-base-ui-focus-guard]')
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}
