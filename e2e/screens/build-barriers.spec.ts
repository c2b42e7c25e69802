import { linesOf, recentStage, recentStep } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { findBarriersInThemes } from '../support/barriers.ts';
import { logOf, rowOf } from '../support/build-screen.ts';
import { atBothWidths, expect, test } from '../support/screen.ts';

const template = {
  type: 'AdaptiveCard',
  version: '1.5',
  body: [
    { type: 'TextBlock', text: '42 tests', weight: 'bolder' },
    { type: 'TextBlock', text: 'failed', color: 'attention' },
    { type: 'TextBlock', text: 'passed', color: 'good', isSubtle: true },
    { type: 'FactSet', facts: [{ title: 'Time', value: '3 s' }] },
  ],
  actions: [{ type: 'Action.OpenUrl', title: 'Report', url: 'https://good.example/' }],
};
const colours = Array.from(
  { length: 8 },
  (_, at) => `\u001b[3${at}mcolour \u001b[9${at}mbright\u001b[0m`,
);
const backgrounds = Array.from(
  { length: 8 },
  (_, at) => `\u001b[4${at}mback\u001b[10${at}mground\u001b[0m`,
);
const show = (page: Page, view: string) => page.getByRole('button', { name: view }).click();

/** Waits until all transitions and animations have finished. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((each) => each.finished));
  });

const expectNone = async (page: Page, besides: string[] = []) => {
  expect(await findBarriersInThemes(page, besides)).toEqual([]);
};

test.describe('accessibility', () => {
  test.beforeEach(({ mock }) => {
    mock.state.cardTemplate = template;
    setBuild(mock, {
      status: 'failure',
      warnings: ['line 3: wat means nothing'],
      stages: [
        recentStage({
          status: 'failure',
          steps: [
            recentStep({ name: 'good', schema: `${mock.url}/card.json` }),
            recentStep({ number: 2, name: 'bad', status: 'failure', exit_code: 1 }),
            recentStep({ number: 3, name: 'not', status: 'skipped', started: 0, stopped: 0 }),
          ],
        }),
      ],
    });
    mock.state.log = linesOf([
      ...colours,
      ...backgrounds,
      '\u001b[2mdim\u001b[0m \u001b[7minverse\u001b[0m',
      '::group::Group',
      'Error: it broke',
      '::endgroup::',
      '\u001b]8;;https://good.example/\u0007link\u001b]8;;\u0007',
    ]);
  });

  test('linked line and hovered line', async ({ page }) => {
    await page.goto('/octo/hello/1/1/2#L2-L3');
    await expect(rowOf(page, 3)).toHaveClass(/linked/);
    await rowOf(page, 7).hover();
    await expectNone(page);
  });

  atBothWidths((width) => {
    test('log, search, menu and dialog', async ({ page }) => {
      await page.goto(width === 'phone' ? '/octo/hello/1' : '/octo/hello/1/1/2');
      if (width === 'phone') {
        await expect(page.getByRole('link', { name: /bad/ })).toBeVisible();
        await expectNone(page);
        await page.getByRole('link', { name: /bad/ }).click();
      }
      await expect(logOf(page)).toContainText('it broke');
      await settle(page);
      await expectNone(page);
      await page.getByRole('button', { name: 'Search the log' }).click();
      await page.getByRole('textbox', { name: 'Search the log' }).fill('colour');
      await expect(page.getByText('1 of 8')).toBeVisible();
      await expectNone(page);
      if (width === 'phone') return;
      await page.getByRole('button', { name: 'Actions' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await settle(page);
      // axe reports an open menu as content outside of a landmark.
      await expectNone(page, ['region']);
      await page.getByRole('menuitem', { name: 'Promote' }).click();
      await expect(page.getByRole('dialog', { name: 'Create deployment' })).toBeVisible();
      await settle(page);
      await expectNone(page);
    });

    test('graph with drawer, and cards', async ({ page }) => {
      await page.goto('/octo/hello/1');
      await show(page, 'Graph View');
      const graph = page.getByRole('region', { name: 'Stages and steps as a graph' });
      await expect(graph.getByRole('button', { name: 'bad' })).toBeVisible();
      await expectNone(page);
      await graph.getByRole('button', { name: 'bad' }).click();
      await expect(page.getByRole('dialog', { name: 'bad' })).toBeVisible();
      await settle(page);
      await expectNone(page);
      await page.keyboard.press('Escape');
      await show(page, 'Card View');
      await expect(page.getByText('42 tests')).toBeVisible();
      await expectNone(page);
    });
  });
});

test('has header, tree and console in this order for screen readers', async ({ page, mock }) => {
  setBuild(mock);
  mock.state.log = linesOf(['hello']);
  await page.goto('/octo/hello/1');
  await expect(logOf(page)).toBeVisible();
  const order = await page.evaluate(() => {
    const parts = [
      document.querySelector('h1'),
      document.querySelector('nav[aria-label="Stages and steps"]'),
      document.querySelector('[role="log"]'),
    ];
    return parts.every((part, at) => {
      const next = parts[at + 1];
      if (!part) return false;
      return !next || (part.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
    });
  });
  expect(order).toBe(true);
  await expect(logOf(page)).toHaveAttribute('aria-live', 'off');
});
