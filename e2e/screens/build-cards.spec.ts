import { getCard, getCardTemplate } from '@millrace/contract/api';
import { recentStage, recentStep } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import type { Page, Route } from '@playwright/test';
import type { MockServer } from '../support/mock/server.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

const template = {
  type: 'AdaptiveCard',
  version: '1.5',
  body: [
    { type: 'TextBlock', text: '${count} tests of ${suite}', wrap: true },
    { type: 'TextBlock', text: '[ok](https://good.example/) [bad](javascript:document.title=1)' },
    { type: 'TextBlock', text: '<img src=x onerror="document.title=1"><script>1</script>' },
    { type: 'Image', url: 'javascript:document.title=1', altText: 'no picture' },
  ],
  actions: [
    { type: 'Action.OpenUrl', title: 'Report', url: 'https://good.example/report' },
    { type: 'Action.OpenUrl', title: 'Evil', url: 'javascript:document.title="ran"' },
    { type: 'Action.Submit', title: 'Send', data: { a: 1 } },
  ],
};

function giveCards(mock: MockServer, paths = ['/card.json']) {
  const steps = paths.map((path, at) =>
    recentStep({
      number: at + 1,
      name: `step-${at + 1}`,
      schema: path.startsWith('/') ? mock.url + path : path,
    }),
  );
  mock.state.card = { count: 42, suite: 'wheels' };
  mock.state.cardTemplate = template;
  return setBuild(mock, { stages: [recentStage({ steps })] });
}

async function openCards(page: Page) {
  await page.evaluate(() => localStorage.setItem('millrace.build-view', 'cards'));
  await page.goto('/octo/hello/1');
}

atEachWidth(() => {
  test('renders the cards of steps with their data', async ({ page, mock }) => {
    giveCards(mock, ['/card.json', '/card.json']);
    await openCards(page);
    await expect(page.getByText('42 tests of wheels')).toHaveCount(2);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'default / step-1',
      'default / step-2',
    ]);
    // If the stream opens only after the first fetch, each card is fetched again.
    const asked = new Set(mock.calls(getCard).map(({ path }) => path));
    expect([...asked].sort()).toEqual([
      '/api/repos/octo/hello/cards/1/1/1',
      '/api/repos/octo/hello/cards/1/1/2',
    ]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(width).toBeLessThanOrEqual(0);
  });
});

test('allows cards only to open web pages', async ({ page, mock, context }) => {
  giveCards(mock);
  await context.route('https://good.example/**', (route) => route.fulfill({ body: 'hello' }));
  await openCards(page);
  const title = 'Build #1.1.1 - octo/hello - Millrace';
  await expect(page.getByText('42 tests of wheels')).toBeVisible();
  await expect(page.getByText('<script>1</script>')).toBeVisible();
  // Markdown is disabled in cards: links in texts stay text.
  const bad = page.getByText('[bad](javascript:document.title=1)');
  expect(await page.locator('[href^="javascript:" i], [src^="javascript:" i]').count()).toBe(0);

  await bad.click();
  await page
    .getByRole('button', { name: 'Evil' })
    .or(page.getByRole('link', { name: 'Evil' }))
    .click();
  await page.getByRole('button', { name: 'Send' }).click();
  const opened = context.waitForEvent('page');
  await page
    .getByRole('button', { name: 'Report' })
    .or(page.getByRole('link', { name: 'Report' }))
    .click();
  await expect(await opened).toHaveURL('https://good.example/report');
  // Pages opened by the other links would already be in the list.
  expect(context.pages()).toHaveLength(2);
  await expect(page).toHaveTitle(title);
  await expect(page).toHaveURL('/octo/hello/1?view=cards');
});

test.describe('with a server that does not fetch templates', () => {
  const serveTemplate = (page: Page, answer: Parameters<Route['fulfill']>[0]) =>
    page.route('**/card.json', (route) => route.fulfill(answer));

  test.beforeEach(({ mock }) => {
    mock.isOriginal = true;
  });

  test('fetches the template without credentials', async ({ page, mock }) => {
    giveCards(mock);
    await page.context().addCookies([{ name: 'session', value: 'secret', url: mock.url }]);
    await serveTemplate(page, { json: template });
    const asked = page.waitForRequest('**/card.json');
    await openCards(page);
    await expect(page.getByText('42 tests of wheels')).toBeVisible();
    const headers = await (await asked).allHeaders();
    expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
    expect(mock.calls(getCardTemplate)).toEqual([]);
  });

  for (const [name, answer] of [
    ['is gone', { status: 404 }],
    ['is no JSON', { body: '<html>' }],
  ] as const) {
    test(`shows CARD ERROR if the template ${name}`, async ({ page, mock }) => {
      giveCards(mock);
      await serveTemplate(page, answer);
      await openCards(page);
      await expect(page.getByText('CARD ERROR', { exact: true })).toBeVisible();
    });
  }

  for (const schema of ['javascript:alert(1)', 'file:///etc/passwd', 'not an address']) {
    test(`shows CARD ERROR for the schema ${schema}`, async ({ page, mock }) => {
      giveCards(mock, [schema]);
      await openCards(page);
      await expect(page.getByText('CARD ERROR', { exact: true })).toBeVisible();
    });
  }
});
