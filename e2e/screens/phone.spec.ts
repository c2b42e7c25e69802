import type { Page } from '@playwright/test';
import {
  giveBuild,
  linesOf,
  someStage,
  someStep,
} from '../../apps/web/src/testing/mock/some-build.ts';
import { someBuild, someUser } from '../../apps/web/src/testing/mock/state.ts';
import type { MockServer } from '../support/mock/server.ts';
import { expect, test } from '../support/screen.ts';

const slug = 'octo/hello';
const longName = `a-name-of-${'very-'.repeat(20)}many-characters`;

/** A server with as much on each page as there may be. */
function fill(mock: MockServer, status: 'failure' | 'running'): void {
  const isRunning = status === 'running';
  const steps = [
    someStep({ number: 1, name: 'clone', summary: true, schema: 'https://ci.example/card.json' }),
    someStep({ number: 2, name: longName, status, ...(isRunning ? { stopped: 0 } : {}) }),
  ];
  giveBuild(mock, {
    ...{ status, attempt: 1, artifacts: 3, debug: true, message: longName, title: longName },
    ...{ tests: { passed: 3, failed: 2, skipped: 0 }, warnings: [longName], deploy_to: longName },
    stages: [someStage({ name: longName, status, steps, ...(isRunning ? { stopped: 0 } : {}) })],
  });
  mock.state.log = linesOf(['web session: https://ci.example/session', 'error: stuck', longName]);
  const others = { id: 2, login: 'bob', email: `${longName}@example.com` };
  mock.state.users = [someUser(), someUser(others)];
  mock.state.crons = [
    {
      ...{ id: 1, repo_id: 1, name: longName, expr: '@hourly', next: 0, prev: 0, event: 'push' },
      ...{ branch: longName, disabled: false, created: 1, updated: 1, version: 1 },
    },
  ];
  mock.state.secrets = [{ id: 1, name: longName, pull_request: false }];
  mock.state.branches[slug] = [someBuild({ target: longName, message: longName })];
  mock.state.deployments[slug] = [someBuild({ deploy_to: longName, message: longName })];
  mock.state.summary = `# ${longName}\n\n| a | b |\n| - | - |\n| ${longName} | ${longName} |\n`;
}

const pages = [
  ...['/', '/builds-feed', '/account', '/settings/users', '/octo/hello', '/octo/hello/branches'],
  ...['/octo/hello/deployments', '/octo/hello/tests', '/octo/hello/settings'],
  ...['secrets', 'cron', 'badges', 'files', 'org-secrets', 'templates'].map(
    (section) => `/octo/hello/settings/${section}`,
  ),
  ...[
    '',
    '/1/2',
    '?view=summary',
    '?view=graph',
    '?view=timeline',
    '?view=tests',
    '?view=files',
  ].map((rest) => `/octo/hello/1${rest}`),
  '/octo/hello/1?view=cards',
];

/** What of the page lies beyond its sides; what scrolls by itself may. */
function findOutside(page: Page) {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const controls = document.querySelectorAll('button, a, input, select, textarea, summary');
    const outside = [...controls]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isHidden = width <= 1 || element.closest('.visually-hidden') !== null;
        return (
          !isHidden && (left < -0.5 || right > clientWidth + 0.5) && !scrolls(element.parentElement)
        );
      })
      .map((element) => element.outerHTML.slice(0, 200));
    return { sideways: Math.max(0, scrollWidth - clientWidth), outside };
  });
}

for (const [width, height] of [
  [390, 844],
  [360, 740],
] as const) {
  test.describe(`${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    for (const path of pages) {
      test(`${path} keeps within the screen`, async ({ page, mock }) => {
        fill(mock, 'failure');
        await page.goto(path);
        await expect(page.locator('h1')).toBeVisible();
        await expect(page.locator('[aria-hidden] [class*=skeleton]')).toHaveCount(0);
        expect(await findOutside(page)).toEqual({ sideways: 0, outside: [] });
      });
    }

    for (const path of ['/', '/octo/hello', '/octo/hello/tests', '/builds-feed']) {
      test(`the filters of ${path} are in a sheet within the screen`, async ({ page, mock }) => {
        fill(mock, 'failure');
        mock.config = { ...mock.config, extras: true };
        await page.goto(path);
        const button = page.getByRole('button', { name: 'Filters' });
        await button.click();
        const sheet = page.getByRole('dialog', { name: 'Filters' });
        await expect(sheet.getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 });
        expect(await findOutside(page)).toEqual({ sideways: 0, outside: [] });
        await page.keyboard.press('Escape');
        await expect(sheet).toBeHidden();
        await expect(button).toBeFocused();
      });
    }

    test('the search fills the screen, and its options keep within it', async ({ page, mock }) => {
      fill(mock, 'failure');
      await page.goto('/octo/hello');
      await page.getByRole('button', { name: 'Search' }).click();
      const search = page.getByRole('dialog', { name: 'Search' });
      await search.getByRole('combobox').fill('octo/');
      await expect(search.getByRole('group', { name: 'Branches of octo/hello' })).toBeVisible();
      expect(await findOutside(page)).toEqual({ sideways: 0, outside: [] });
      await search.getByRole('button', { name: 'Close' }).click();
      await expect(search).toBeHidden();
    });

    test('the console of a step that runs can be closed', async ({ page, mock }) => {
      fill(mock, 'running');
      await page.goto('/octo/hello/1/1/2');
      const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
      await expect(close).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('log')).toBeVisible();
      expect(await findOutside(page)).toEqual({ sideways: 0, outside: [] });
      await close.click();
      await expect(page.getByRole('dialog')).toBeHidden();
    });
  });
}
