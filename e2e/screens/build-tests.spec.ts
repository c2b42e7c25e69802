import { getBuildTest, listBuildTests } from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import { giveBuild, numbered } from '../../apps/web/src/testing/mock/some-build.ts';
import { findBarriersInThemes } from '../support/barriers.ts';
import { countNodes } from '../support/build-screen.ts';
import type { MockServer } from '../support/mock/server.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';
import { giveTests } from '../support/some-tests.ts';

const summary = { passed: 4998, failed: 2, skipped: 0 };
const list = (page: Page) => page.getByRole('list', { name: 'Tests' });
const rows = (page: Page) => list(page).getByRole('listitem');
const row = (page: Page, name: RegExp) => list(page).getByRole('button', { name });

async function open(page: Page, mock: MockServer, count = 5000) {
  giveBuild(mock, { attempt: 1, tests: summary });
  giveTests(mock, count);
  mock.state.log = numbered(3);
  await page.goto('/octo/hello/1');
  await page.getByRole('button', { name: 'Tests', exact: true }).click();
  await expect(rows(page).first()).toContainText('weighs the grain');
}

atEachWidth(() => {
  test('tests that failed come first, with what they said', async ({ page, mock }) => {
    await open(page, mock);
    await expect(rows(page).nth(0)).toContainText('expected 12 loaves but there were 11');
    await expect(rows(page).nth(0)).toContainText('new');
    await expect(rows(page).nth(2)).toContainText('flaky');
    await row(page, /weighs the grain/).click();
    await expect(list(page).getByText('at mill.ScaleTest.weighs(ScaleTest.java:31)')).toBeVisible();
    await expect(list(page).getByText('weighing spelt')).toBeVisible();
    await expect(row(page, /weighs the grain/)).toHaveAttribute('aria-expanded', 'true');
    await list(page).getByRole('link', { name: 'Open the log' }).click();
    await expect(page).toHaveURL('/octo/hello/1/1/1');
    await expect(page.getByRole('log')).toBeVisible();
  });

  test('of 50,000 tests those in view are asked for and drawn', async ({ page, mock }) => {
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

  test('the tests have no barriers', async ({ page, mock }) => {
    await open(page, mock);
    await row(page, /weighs the grain/).click();
    await expect(list(page).getByText('weighing spelt')).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
  });
});

test('are filtered, looked through and ordered by the server', async ({ page, mock }) => {
  await open(page, mock);
  const last = () => mock.calls(listBuildTests).at(-1)?.query;
  await page.getByRole('button', { name: /^New 1/ }).click();
  await expect.poll(last).toMatchObject({ status: 'new', sort: 'status' });
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('scale');
  await expect.poll(last).toMatchObject({ q: 'scale' });
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Slowest first');
  await expect.poll(last).toMatchObject({ sort: 'duration', q: 'scale', status: 'new' });
});

test('are gone through and opened with the keyboard alone', async ({ page, mock }) => {
  await open(page, mock);
  await row(page, /weighs the grain/).focus();
  await page.keyboard.press('Enter');
  await expect(list(page).getByText('weighing spelt')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(list(page).getByText('weighing spelt')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(row(page, /opens the sluice/)).toBeFocused();
});

test('a failing build says how many failed, and leads to them', async ({ page, mock }) => {
  giveBuild(mock, { attempt: 1, status: 'failure', tests: summary });
  giveTests(mock, 5000);
  await page.goto('/octo/hello/1');
  await page.getByRole('button', { name: '2 tests failed, 1 of them new' }).click();
  await expect(rows(page).first()).toContainText('weighs the grain');
});

test('reports that could not be read are named', async ({ page, mock }) => {
  const problem = 'the file is larger than 20 MB';
  giveBuild(mock, { attempt: 1, tests: summary });
  giveTests(mock, 5, { problems: [{ stage: 1, step: 1, path: 'out/huge.xml', problem }] });
  await page.goto('/octo/hello/1');
  await page.getByRole('button', { name: 'Tests', exact: true }).click();
  await expect(page.getByText(`out/huge.xml: ${problem}`)).toBeVisible();
});

test('where none matches it says so, and how to see all', async ({ page, mock }) => {
  await open(page, mock);
  mock.state.tests = { ...mock.state.tests, tests: [] };
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('nothing');
  await expect(page.getByText('No test matches')).toBeVisible();
  giveTests(mock, 5000);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page).first()).toContainText('weighs the grain');
});

test('a failure to load says so, and asks again', async ({ page, mock }) => {
  giveBuild(mock, { attempt: 1, tests: summary });
  giveTests(mock, 50);
  mock.fail(listBuildTests, 'The database is busy', 400);
  await page.goto('/octo/hello/1');
  await page.getByRole('button', { name: 'Tests', exact: true }).click();
  await expect(page.getByText('The tests could not be loaded')).toBeVisible();
  mock.mend(listBuildTests);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page).first()).toContainText('weighs the grain');
  mock.fail(getBuildTest, 'The database is busy', 400);
  await row(page, /opens the sluice/).click();
  await expect(list(page).getByText('The database is busy')).toBeVisible();
});

test('a build without results has no view of them', async ({ page, mock }) => {
  giveBuild(mock, { attempt: 1 });
  await page.goto('/octo/hello/1');
  await expect(page.getByRole('button', { name: 'Timeline' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tests', exact: true })).toHaveCount(0);
});
