import { linesOf, recentStage, recentStep } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/screen.ts';

const treeOf = (page: Page) => page.getByRole('navigation', { name: 'Stages and steps' });
const paneOf = (page: Page) => page.getByRole('region', { name: /^Log of/ });

test.describe('stages and steps', () => {
  test('keeps both panes of the split at least 190 px wide', async ({ page, mock }) => {
    setBuild(mock);
    await page.goto('/octo/hello/1');
    const separator = page.getByRole('separator', { name: 'Resize the list of steps' });
    const [tree, pane] = [treeOf(page), paneOf(page)];
    const widthOf = async (element: typeof tree) => (await element.boundingBox())?.width ?? 0;
    for (const to of [0, 1440]) {
      const box = await separator.boundingBox();
      await page.mouse.move((box?.x ?? 0) + 1, 500);
      await page.mouse.down();
      await page.mouse.move(to, 500, { steps: 5 });
      await page.mouse.up();
      await expect.poll(() => widthOf(tree)).toBeGreaterThanOrEqual(188);
      await expect.poll(() => widthOf(pane)).toBeGreaterThanOrEqual(188);
    }
    await expect.poll(() => widthOf(pane)).toBeLessThan(200);
  });

  test('resizes the split with the keyboard', async ({ page, mock }) => {
    setBuild(mock);
    await page.goto('/octo/hello/1');
    const separator = page.getByRole('separator', { name: 'Resize the list of steps' });
    const width = async () => (await treeOf(page).boundingBox())?.width ?? 0;
    await expect(separator).toBeVisible();
    const before = await width();
    await separator.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBeGreaterThan(before + 20);
    await page.keyboard.press('Home');
    await expect.poll(width).toBeLessThan(before);
    expect(await width()).toBeGreaterThanOrEqual(188);
  });
});

test.describe('phone', () => {
  for (const [width, isCovered] of [
    [767, true],
    [768, false],
  ] as const) {
    test(`at ${width} px the console ${isCovered ? 'covers the page' : 'is beside the tree'}`, async ({
      page,
      mock,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      setBuild(mock, { stages: [recentStage({ steps: [recentStep()] })] });
      mock.state.log = linesOf(['hello']);
      await page.goto('/octo/hello/1');
      await expect(treeOf(page)).toBeVisible();
      if (!isCovered) {
        await expect(paneOf(page)).toBeVisible();
        return;
      }
      await expect(paneOf(page)).toHaveCount(0);
      await treeOf(page).getByRole('link', { name: /test/ }).click();
      const dialog = page.getByRole('dialog', { name: 'test' });
      await expect(dialog.getByRole('log')).toContainText('hello');
      await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width, height: 800 });
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(dialog).toHaveCount(0);
      await treeOf(page).getByRole('link', { name: /test/ }).click();
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(dialog).toHaveCount(0);
      await expect(treeOf(page)).toBeVisible();
    });
  }

  test('opens the log from a step link, and the tree with one tap', async ({ page, mock }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const steps = [recentStep(), recentStep({ id: 2, number: 2, name: 'deploy' })];
    setBuild(mock, { stages: [recentStage({ steps })] });
    mock.state.log = linesOf(['hello', 'there']);
    await page.goto('/octo/hello/1/1/2#L2');
    const dialog = page.getByRole('dialog', { name: 'deploy' });
    await expect(dialog.getByRole('log')).toContainText('there');
    // The dialog has the focus, not its first button. Screen readers then read it from the top.
    await expect(dialog).toBeFocused();
    await dialog.locator('a[href="#L1"]').click();
    await expect(page).toHaveURL('/octo/hello/1/1/2#L1');
    await expect(dialog.getByRole('log')).toContainText('there');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(treeOf(page).getByRole('link', { name: /deploy/ })).toBeVisible();
    await page.reload();
    await expect(treeOf(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goto('/octo/hello/1');
    await expect(treeOf(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
