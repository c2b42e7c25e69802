import { sampleRepo } from '@millrace/contract/testing';
import { setRepoTests } from '@millrace/contract/testing/mock-api';
import { findBarriersInThemes } from '../support/barriers.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

atEachWidth(() => {
  test('shows the test results page of a repository', async ({ page, mock }) => {
    setRepoTests(mock, 40);
    mock.state.repos = [sampleRepo({ has_tests: true })];
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
