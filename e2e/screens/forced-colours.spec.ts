import { linesOf, recentStage, recentStep } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import type { Locator } from '@playwright/test';
import { buttonOf, logOf, rowOf } from '../support/build-screen.ts';
import { expect, test } from '../support/screen.ts';

/** Takes a screenshot of an element without hover and focus. */
async function look(part: Locator): Promise<string> {
  const page = part.page();
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const picture = await part.screenshot({ animations: 'disabled' });
  return picture.toString('base64');
}

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }));
test.afterEach(({ page }) => page.emulateMedia({ forcedColors: null }));

test('shows the state of a switch', async ({ page }) => {
  await page.goto('/');
  const active = page.getByRole('switch', { name: 'Active Only' });
  const off = await look(active);
  await active.check();
  expect(await look(active)).not.toBe(off);
});

test('shows the selected item', async ({ page, mock }) => {
  const steps = [recentStep(), recentStep({ number: 2, name: 'deploy' })];
  setBuild(mock, { stages: [recentStage({ steps })] });
  mock.state.log = linesOf(['one', 'two']);
  await page.goto('/octo/hello/1/1/1');
  const step = page
    .getByRole('navigation', { name: 'Stages and steps' })
    .getByRole('link', { name: 'deploy' });
  const view = buttonOf(page, 'Graph View');
  const other = { step: await look(step), view: await look(view) };
  await step.click();
  await expect(page).toHaveURL('/octo/hello/1/1/2');
  expect(await look(step)).not.toBe(other.step);
  await view.click();
  await expect(view).toHaveAttribute('aria-pressed', 'true');
  expect(await look(view)).not.toBe(other.view);
});

test('shows the status of the selected step', async ({ page, mock }) => {
  const lookOf = async (status: 'success' | 'failure') => {
    setBuild(mock, { stages: [recentStage({ steps: [recentStep({ status })] })] });
    await page.goto('/octo/hello/1/1/1');
    const steps = page.getByRole('navigation', { name: 'Stages and steps' });
    const name = status === 'success' ? 'Success' : 'Failure';
    return look(steps.locator('a[aria-current]').getByRole('img', { name }));
  };
  expect(await lookOf('success')).not.toBe(await lookOf('failure'));
});

test('shows the linked line and search matches', async ({ page, mock }) => {
  setBuild(mock);
  mock.state.log = linesOf(['one', 'two', 'three']);
  await page.goto('/octo/hello/1/1/1');
  const other = { two: await look(rowOf(page, 2)), three: await look(rowOf(page, 3)) };
  await rowOf(page, 2).locator('a').click();
  await expect(page).toHaveURL(/#L2$/);
  expect(await look(rowOf(page, 2))).not.toBe(other.two);
  await logOf(page).press('ControlOrMeta+f');
  await page.getByRole('textbox', { name: 'Search the log' }).fill('three');
  await expect(page.getByText('1 of 1')).toBeVisible();
  expect(await look(rowOf(page, 3))).not.toBe(other.three);
});

test('shows the bars of builds', async ({ page }) => {
  await page.goto('/octo/hello');
  const chart = page.getByRole('figure');
  const bars = await look(chart);
  await chart.getByRole('list').evaluate((list) => list.remove());
  expect(await look(chart)).not.toBe(bars);
});
