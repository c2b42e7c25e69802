import { getPipelineChange } from '@millrace/contract/api';
import { setBuild } from '@millrace/contract/testing/mock-api';
import { findBarriersInThemes } from '../support/barriers.ts';
import { atBothWidths, expect, test } from '../support/screen.ts';

const title = 'This build changes the pipeline file';
const result = '3 of the last 50 builds would run differently';

atBothWidths(() => {
  test('keeps the position of the steps while the back-test loads', async ({ page, mock }) => {
    setBuild(mock, { file_base: 7 });
    const release = mock.hold(getPipelineChange);
    await page.goto('/octo/hello/1');
    await expect(page.getByText(title)).toBeVisible();
    const step = page.getByRole('link', { name: /test/ }).first();
    const topOf = async () => Math.round((await step.boundingBox())?.y ?? 0);
    const before = await topOf();
    release();
    await expect(page.getByText(result)).toBeVisible();
    expect(await topOf()).toBe(before);
  });

  test('opens the stages and steps that differ with the keyboard', async ({ page, mock }) => {
    setBuild(mock, { file_base: 7 });
    await page.goto('/octo/hello/1');
    await expect(page.getByText(result)).toBeVisible();
    await page.locator('summary', { hasText: title }).press('Enter');
    await expect(page.getByText('test › lint would not run in 3 builds')).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Compare with #7' })).toBeFocused();
  });
});
