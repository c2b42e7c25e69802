import { giveBuild, linesOf, rowOf } from '../support/build-screen.ts';
import { expect, test } from '../support/screen.ts';

test.afterEach(({ page }) => page.emulateMedia({ media: null }));

test('paper is light, whichever theme is chosen', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('millrace.theme', 'dark'));
  await page.goto('/');
  const body = page.locator('body');
  await expect(body).toHaveCSS('color-scheme', 'dark');
  await page.emulateMedia({ media: 'print' });
  await expect(body).toHaveCSS('color-scheme', 'light');
});

test('lines of a log follow each other on paper, however wide it is', async ({ page, mock }) => {
  giveBuild(mock);
  mock.state.log = linesOf(['one', 'two']);
  await page.goto('/octo/hello/1/1/1');
  await expect(rowOf(page, 2)).toHaveCSS('position', 'absolute');
  await page.emulateMedia({ media: 'print' });
  for (const line of [1, 2]) await expect(rowOf(page, line)).toHaveCSS('transform', 'none');
  await expect(rowOf(page, 2)).toHaveCSS('position', 'static');
});
