import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules whose result depends on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Returns a line for each violation of WCAG 2.2 AA and axe's best practices, except for the rules in
 * `besides`.
 */
export function findBarriers(page: Page, besides: string[] = []): Promise<string[]> {
  return analyze(page, (axe) => axe.withTags(standards).disableRules(besides));
}

/** Checks only the colours: for the second theme of a page that was checked in the first. */
function findColourBarriers(page: Page): Promise<string[]> {
  return analyze(page, (axe) => axe.withRules(colourRules));
}

/** Checks the light theme, and the colours of the dark one. Leaves the page in the light theme. */
export async function findBarriersInThemes(page: Page, besides?: string[]): Promise<string[]> {
  const inLight = await findBarriers(page, besides);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await findColourBarriers(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...inLight, ...inDark.map((found) => `dark: ${found}`)];
}

/** Text spacing that users may set (WCAG 1.4.12). */
const apart =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';

const menuFrames = 30;

/**
 * Returns the horizontal overflow in pixels: enlarged to 400 % (WCAG 1.4.10), and on a phone with text
 * spacing. Restores the page.
 */
export async function findLostWidth(page: Page): Promise<{ enlarged: number; apart: number }> {
  const size = page.viewportSize();
  const lost = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return page.evaluate(async (maxFrames) => {
      const measure = () => {
        scrollTo(innerWidth, scrollY);
        const hidden = scrollX;
        scrollTo(0, scrollY);
        return hidden;
      };
      // An open menu follows its button some frames after the page has its new width.
      for (let frame = 0; frame < maxFrames && measure() > 0; frame++) {
        await new Promise(requestAnimationFrame);
      }
      return measure();
    }, menuFrames);
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
  // Colors during a transition belong to neither theme, and those of a part that appears are not its own.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .every(({ effect }) => effect?.getComputedTiming().endTime === Infinity),
  );
  // Loading axe takes as long as a check, so each page loads it once.
  const hasAxe = await page.evaluate(() => 'axe' in window);
  const source = hasAxe ? { axeSource: ';' } : {};
  // By default, axe opens another page for each check; that is only needed for external frames.
  const { violations } = await choose(
    new AxeBuilder({ page, ...source }).setLegacyMode().options({ resultTypes: ['violations'] }),
  )
    // Focus guards are hidden and receive the focus for a moment to pass it on.
    .exclude('[data-base-ui-focus-guard]')
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}
