import type { Page } from '@playwright/test';
import { isDeep } from '../../tools/test-tiers.ts';
import { findBarriersInThemes } from '../support/barriers.ts';
import { everyPage, fillServer, openPage } from '../support/every-page.ts';
import { expect, test } from '../support/screen.ts';

/** Returns elements that overflow the page horizontally, except inside scrollable elements. */
function findOutside(page: Page) {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const controls = document.querySelectorAll('button, a, input, select, textarea, summary');
    const outside = [...controls]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isHidden = width <= 1 || element.closest('.visually-hidden') !== null;
        return (
          !isHidden && (left < -0.5 || right > clientWidth + 0.5) && !scrolls(element.parentElement)
        );
      })
      .map((element) => element.outerHTML.slice(0, 200));
    return { sideways: Math.max(0, scrollWidth - clientWidth), outside };
  });
}

/** The pages are also checked at a width of 320 px on every change, with their barriers. */
const phones = [{ width: 390, height: 844 }, ...(isDeep ? [{ width: 360, height: 740 }] : [])];

for (const { width, height } of phones) {
  test.describe(`${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    for (const each of everyPage) {
      test(`${each.name} fits the screen`, async ({ page, mock }) => {
        fillServer(mock);
        await openPage(page, mock, each);
        expect(await findOutside(page)).toEqual({ sideways: 0, outside: [] });
      });
    }

    for (const path of ['/', '/octo/hello', '/octo/hello/tests', '/builds-feed']) {
      test(`shows the filters of ${path} in a sheet that fits the screen`, async ({
        page,
        mock,
      }) => {
        fillServer(mock);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.goto(path);
        const button = page.getByRole('button', { name: 'Filters' });
        await button.click();
        const sheet = page.getByRole('dialog', { name: 'Filters' });
        await expect(sheet.getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 });
        expect(await findOutside(page)).toEqual({ sideways: 0, outside: [] });
        expect(await findBarriersInThemes(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(sheet).toBeHidden();
        await expect(button).toBeFocused();
      });
    }

    test('shows the search in full screen, with options that fit', async ({ page, mock }) => {
      fillServer(mock);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/octo/hello');
      await page.getByRole('button', { name: 'Search' }).click();
      const search = page.getByRole('dialog', { name: 'Search' });
      await search.getByRole('combobox').fill('octo/');
      await expect(search.getByRole('group', { name: 'Branches of octo/hello' })).toBeVisible();
      expect(await findOutside(page)).toEqual({ sideways: 0, outside: [] });
      expect(await findBarriersInThemes(page)).toEqual([]);
      await search.getByRole('button', { name: 'Close' }).click();
      await expect(search).toBeHidden();
    });

    test('can close the console of a running step', async ({ page, mock }) => {
      fillServer(mock, 'running');
      await page.goto('/octo/hello/1/1/2');
      const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
      await expect(close).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('log')).toBeVisible();
      expect(await findOutside(page)).toEqual({ sideways: 0, outside: [] });
      await close.click();
      await expect(page.getByRole('dialog')).toBeHidden();
    });
  });
}
