import { recentStage, recentStep } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import type { MockServer } from '../support/mock/server.ts';
import { expect, test } from '../support/screen.ts';

const graphOf = (page: Page) => page.getByRole('region', { name: 'Stages and steps as a graph' });
const nodeOf = (page: Page, name: string) =>
  graphOf(page).getByRole('button', { name: new RegExp(`${name}$`) });

/** Opens a chain of forty stages, the last of which also depends on the first one. */
async function openWideGraph(page: Page, mock: MockServer): Promise<void> {
  const stages = Array.from({ length: 40 }, (_, at) =>
    recentStage({
      id: at + 1,
      number: at + 1,
      name: `part-${at + 1}`,
      depends_on: at === 39 ? ['part-39', 'part-1'] : at > 0 ? [`part-${at}`] : [],
      steps: [recentStep()],
    }),
  );
  setBuild(mock, { stages });
  await page.evaluate(() => localStorage.setItem('millrace.build-view', 'graph'));
  await page.goto('/octo/hello/1');
}

test('opens a wide graph at its start, at a readable zoom', async ({ page, mock }) => {
  await openWideGraph(page, mock);
  await expect(nodeOf(page, 'part-1')).toBeInViewport();
  const zoom = page.getByRole('button', { name: 'Reset zoom' });
  await expect
    .poll(async () => Number.parseInt((await zoom.textContent()) ?? '', 10))
    .toBeGreaterThanOrEqual(90);
  await expect(nodeOf(page, 'part-40')).not.toBeInViewport();
});

test('pans a wide graph with the arrow keys', async ({ page, mock }) => {
  await openWideGraph(page, mock);
  await expect(nodeOf(page, 'part-1')).toBeInViewport();
  await graphOf(page).focus();
  for (let presses = 0; presses < 20; presses++) await page.keyboard.press('ArrowRight');
  await expect(nodeOf(page, 'part-1')).not.toBeInViewport();
  for (let presses = 0; presses < 20; presses++) await page.keyboard.press('ArrowLeft');
  await expect(nodeOf(page, 'part-1')).toBeInViewport();
});

test('scrolls a focused stage into view', async ({ page, mock }) => {
  await openWideGraph(page, mock);
  await expect(nodeOf(page, 'part-1')).toBeInViewport();
  for (let number = 1; number <= 20; number++) {
    await nodeOf(page, `part-${number}`).focus();
    await expect(nodeOf(page, `part-${number}`)).toBeInViewport({ ratio: 0.99 });
  }
});
