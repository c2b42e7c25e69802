import { listBuilds } from '@millrace/contract/api';
import { sampleRepo } from '@millrace/contract/testing';
import { setRepoTests, setTrends } from '@millrace/contract/testing/mock-api';
import { findBarriersInThemes } from '../support/barriers.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

atEachWidth(() => {
  test('shows trends, and opens the builds of a day', async ({ page, mock }) => {
    mock.config = { ...mock.config, extras: true };
    mock.state.repos = [sampleRepo({ has_tests: true })];
    setTrends(mock);
    setRepoTests(mock, 3);
    await page.goto('/octo/hello');
    await page.getByRole('link', { name: 'Trends', exact: true }).click();
    await expect(page).toHaveURL('/octo/hello/trends');
    const chart = page.getByRole('figure', { name: 'Duration' });
    const points = chart.getByRole('link', { name: /median/ });
    await expect(points).toHaveCount(6);
    await expect(page.getByRole('region', { name: 'Tests' }).getByRole('listitem')).toHaveCount(3);
    expect(await findBarriersInThemes(page)).toEqual([]);

    // The values of a point appear in a line that has its space before.
    const before = await chart.boundingBox();
    await points.last().focus();
    await page.keyboard.press('Home');
    await expect(points.first()).toBeFocused();
    await expect(chart.getByText(/median 1:40, 95 % at most 2:10/)).toBeVisible();
    expect(await chart.boundingBox()).toEqual(before);

    await page.getByRole('button', { name: 'Show as table' }).click();
    await expect(page.getByRole('table', { name: 'Duration' })).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
    await page.goto('/octo/hello/trends');
    await points.first().focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/octo\/hello\?after=2026-11-2\d&before=2026-11-2\d$/);
    await expect
      .poll(() => mock.calls(listBuilds).some(({ query }) => query.after !== undefined))
      .toBe(true);
  });
});

test('scrolls to the chart of a chosen step', async ({ page, mock }) => {
  setTrends(mock);
  mock.config = { ...mock.config, extras: true };
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto('/octo/hello/trends');
  await page.getByRole('button', { name: 'test › unit' }).click();
  const chart = page.getByRole('figure', { name: 'Duration of test › unit' });
  await expect(chart).toBeInViewport();
});
