import { listRepoTests } from '@millrace/contract/api';
import { giveRepoTests } from '../../apps/web/src/testing/mock/some-tests.ts';
import { someRepo } from '../../apps/web/src/testing/mock/state.ts';
import { findBarriersInThemes } from '../support/barriers.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

atEachWidth(() => {
  test('a repository with results has a page of its tests', async ({ page, mock }) => {
    giveRepoTests(mock, 40);
    mock.state.repos = [someRepo({ has_tests: true })];
    await page.goto('/octo/hello');
    await page.getByRole('link', { name: 'Tests', exact: true }).click();
    await expect(page).toHaveURL('/octo/hello/tests');
    const row = page.getByRole('button', { name: /weighs grain 2 / });
    await expect(row).toContainText('failed 3 of 27 (11%)');
    await expect(row).toContainText('11% flaky');
    await expect(
      row.getByRole('img', { name: 'In the last 30 builds: 3 failed, 24 passed' }),
    ).toBeVisible();
    await row.click();
    await expect(page.getByRole('link', { name: '#30' })).toHaveAttribute('href', '/octo/hello/30');
    await expect(page.getByText('expected 12 loaves').first()).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
  });
});

test('the tests are looked through, and those of a branch', async ({ page, mock }) => {
  giveRepoTests(mock, 40);
  mock.state.repos = [someRepo({ has_tests: true })];
  await page.goto('/octo/hello/tests');
  await page.getByRole('searchbox', { name: 'Branch' }).fill('main');
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('grain');
  await expect
    .poll(() => mock.calls(listRepoTests).at(-1)?.query)
    .toMatchObject({ branch: 'main', q: 'grain' });
  mock.state.repoTests = { ...mock.state.repoTests, found: 0, tests: [] };
  await page.getByRole('searchbox', { name: 'Branch' }).fill('none');
  await expect(page.getByText('No test matches')).toBeVisible();
});

test('without results it says what will be there', async ({ page }) => {
  await page.goto('/octo/hello/tests');
  await expect(page.getByText('There are no results of tests yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tests', exact: true })).toHaveCount(0);
});

test('a failure to load says so', async ({ page, mock }) => {
  mock.fail(listRepoTests, 'The database is busy', 400);
  await page.goto('/octo/hello/tests');
  await expect(page.getByText('The tests could not be loaded')).toBeVisible();
});
