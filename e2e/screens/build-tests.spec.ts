import { listBuildTests } from '@millrace/contract/api';
import { numbered } from '@millrace/contract/testing';
import { setBuild, setTests } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { findBarriersInThemes } from '../support/barriers.ts';
import { countNodes } from '../support/build-screen.ts';
import type { MockServer } from '../support/mock/server.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

const summary = { passed: 4998, failed: 2, skipped: 0 };
const list = (page: Page) => page.getByRole('list', { name: 'Tests' });
const rows = (page: Page) => list(page).getByRole('listitem');
const row = (page: Page, name: RegExp) => list(page).getByRole('button', { name });

async function open(page: Page, mock: MockServer, count = 5000) {
  setBuild(mock, { attempt: 1, tests: summary });
  setTests(mock, count);
  mock.state.log = numbered(3);
  await page.goto('/octo/hello/1');
  await page.getByRole('button', { name: 'Tests', exact: true }).click();
  await expect(rows(page).first()).toContainText('weighs the grain');
}

atEachWidth(() => {
  test('fetches and renders only the visible ones of 50,000 tests', async ({ page, mock }) => {
    await open(page, mock, 50_000);
    await expect(page.getByText('50000 tests')).toBeVisible();
    expect(await countNodes(page)).toBeLessThan(1500);
    await list(page)
      .locator('..')
      .evaluate((scroller) => {
        scroller.scrollTop = scroller.scrollHeight;
      });
    await expect(row(page, /grinds grain 50000/)).toBeVisible();
    const pages = mock.calls(listBuildTests).map(({ query }) => Number(query.page));
    expect(pages).toContain(500);
    expect(new Set(pages).size).toBeLessThan(10);
  });

  test('has no accessibility violations', async ({ page, mock }) => {
    await open(page, mock);
    await row(page, /weighs the grain/).click();
    await expect(list(page).getByText('weighing spelt')).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
  });
});

test('supports the keyboard for moving through and opening tests', async ({ page, mock }) => {
  await open(page, mock);
  await row(page, /weighs the grain/).focus();
  await page.keyboard.press('Enter');
  await expect(list(page).getByText('weighing spelt')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(list(page).getByText('weighing spelt')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(row(page, /opens the sluice/)).toBeFocused();
});

test('stores the test filters in the URL', async ({ page, mock }) => {
  await open(page, mock);
  await page.getByRole('button', { name: /^Failed/ }).click();
  await page.getByLabel('Filter tests').or(page.getByRole('searchbox')).first().fill('grain');
  await expect(page).toHaveURL('/octo/hello/1?view=tests&status=failed&words=grain');
  // Rows without text take their place while the tests load.
  await expect(rows(page).first()).toHaveText(/\S/);
  const shown = await rows(page).allTextContents();
  await page.reload();
  await expect.poll(() => rows(page).allTextContents()).toEqual(shown);
  await expect(page.getByRole('button', { name: /^Failed/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
