import { linesOf, recentStage, recentStep } from '@millrace/contract/testing';
import { setBuild, setStep } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { countNodes, logOf, rowOf } from '../support/build-screen.ts';
import type { MockServer } from '../support/mock/server.ts';
import { expect, test } from '../support/screen.ts';

const esc = '\u001b';
const bell = '\u0007';
const textOf = (page: Page, line: number) => rowOf(page, line).locator('[data-from]');

/** Records dialogs, console errors and requests caused by injected content. */
function watch(page: Page): string[] {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(message.text());
  });
  page.on('request', (request) => {
    if (request.url().includes('evil')) seen.push(request.url());
  });
  return seen;
}

async function open(page: Page, mock: MockServer, texts: string[]): Promise<string[]> {
  const seen = watch(page);
  setStep(mock, { status: 'success' });
  mock.state.log = linesOf([...texts, 'the last line']);
  await page.goto('/octo/hello/1/1/1');
  await expect(async () => {
    await logOf(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(textOf(page, texts.length + 1)).toHaveText('the last line', { timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  await logOf(page).evaluate((element) => element.scrollTo({ top: 0 }));
  return seen;
}

const nothingRan = async (page: Page, seen: string[]) => {
  expect(await page.evaluate(() => 'evil' in window)).toBe(false);
  expect(await logOf(page).locator('script, img, iframe, style').count()).toBe(0);
  expect(seen).toEqual([]);
};

test('escapes markup', async ({ page, mock }) => {
  const texts = [
    '<script>window.evil = 1</script>',
    '<img src="/evil.png" onerror="window.evil = 1">',
    '"><svg onload="window.evil=1"></svg>',
    '<style>* { display: none }</style><iframe src="/evil"></iframe>',
    '&lt;b&gt; &amp; &#60;',
    '{{constructor.constructor("window.evil=1")()}} ${window.evil=1}',
    `${esc}[31m<b onclick="window.evil=1">red</b>${esc}[0m`,
  ];
  const seen = await open(page, mock, texts);
  for (const [at, text] of texts.slice(0, 6).entries()) {
    await expect(textOf(page, at + 1)).toHaveText(text, { useInnerText: false });
  }
  await expect(textOf(page, 7)).toHaveText('<b onclick="window.evil=1">red</b>');
  await nothingRan(page, seen);
});

test('links only http and https URLs', async ({ page, mock }) => {
  const link = (url: string, text: string) => `${esc}]8;;${url}${bell}${text}${esc}]8;;${bell}`;
  const addresses = [
    'javascript:window.evil=1',
    'JaVaScRiPt:window.evil=1',
    ' javascript:window.evil=1',
    'java\tscript:window.evil=1',
    'data:text/html,<script>window.evil=1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    'blob:https://x/y',
  ];
  const seen = await open(page, mock, [
    ...addresses.map((address, at) => link(address, `press ${at}`)),
    link('https://good.example/?a="><script>', 'good'),
    `${esc}]8;id=1;http://plain.example${esc}\\also good${esc}]8;;${esc}\\`,
  ]);
  for (const [at] of addresses.entries()) {
    await expect(textOf(page, at + 1)).toHaveText(new RegExp(`press ${at}$`));
    await textOf(page, at + 1).click();
  }
  const links = logOf(page).locator('[data-from] a');
  await expect(links).toHaveText(['good', 'also good']);
  for (const each of await links.all()) {
    await expect(each).toHaveAttribute('rel', 'noreferrer noopener');
  }
  await nothingRan(page, seen);
});

test('shows no unterminated escape sequences and other control characters', async ({
  page,
  mock,
}) => {
  const texts = [
    `a${esc}[31`,
    `b${esc}`,
    `c${esc}]8;;https://never.example`,
    `d${esc}]0;title`,
    `e${esc}P1;2|device`,
    `f${esc}[999999999999999999999;;;;m${esc}[38;5;999mtext${esc}[38;2;1m`,
    `g${esc}[2J${esc}[H${esc}[10D${esc}[?25l${esc}cdone`,
    `h\u0000\u0001\u0002\u0007\u0008\u007fi`,
    'j\ufffdk\ufffe\ud83d',
    `l${esc}[38;2;expression(evil)m${esc}[48;5;"onload=m`,
  ];
  const seen = await open(page, mock, texts);
  await expect(textOf(page, 1)).toHaveText(/^a/);
  await expect(textOf(page, 6)).toHaveText('ftext');
  await expect(textOf(page, 7)).toHaveText('done');
  await expect(textOf(page, 8)).toHaveText('i');
  await expect(textOf(page, 9)).toHaveText(/^j\ufffdk/);
  await nothingRan(page, seen);
});

test('confines right-to-left marks to their line', async ({ page, mock }) => {
  const seen = await open(page, mock, ['\u202eabc def', '\u2067ghi', 'plain', 'שלום', '\u200f!']);
  await expect(textOf(page, 3)).toHaveText('plain');
  const left = async (line: number) =>
    (await textOf(page, line).locator('> *').first().boundingBox())?.x ?? 0;
  expect(Math.abs((await left(3)) - (await left(6)))).toBeLessThan(1);
  const time = await rowOf(page, 1).getByText('0s', { exact: true }).boundingBox();
  const other = await rowOf(page, 3).getByText('2s', { exact: true }).boundingBox();
  expect(Math.abs((time?.x ?? 0) - (other?.x ?? 0))).toBeLessThan(2);
  await nothingRan(page, seen);
});

test('folds a line of 10 MB, and shows it completely with few elements', async ({ page, mock }) => {
  const text = `start ${'0123456789'.repeat(1_048_576)} finish`;
  const seen = await open(page, mock, ['before', text]);
  await expect(textOf(page, 2)).toContainText('start 0123');
  expect((await textOf(page, 2).textContent())?.length).toBeLessThan(3000);
  expect(await countNodes(page)).toBeLessThan(2000);

  await page.getByRole('button', { name: /^Show 10.* more of this line$/ }).click();
  await expect(page.getByRole('button', { name: /more of this line/ })).toHaveCount(0);
  const drawn = () =>
    logOf(page).evaluate((element) => [
      element.querySelectorAll('*').length,
      element.textContent?.length ?? 0,
    ]);
  for (const part of [0, 0.5, 1]) {
    await logOf(page).evaluate((element, to) => {
      element.scrollTo({ top: element.scrollHeight * to });
    }, part);
    await expect.poll(async () => (await drawn())[0]).toBeLessThan(1000);
    expect((await drawn())[1]).toBeLessThan(500_000);
  }
  await expect(logOf(page)).toContainText(' finish');
  await expect(textOf(page, 3)).toBeVisible();
  await nothingRan(page, seen);
});

test('renders 100,000 colors in a line', async ({ page, mock }) => {
  const many = Array.from({ length: 100_000 }, (_, at) => `${esc}[38;5;${at % 256}m${at % 10}`);
  const seen = await open(page, mock, [
    `${many.slice(0, 5000).join('')}${esc}[0m`,
    `${many.join('')}${esc}[0m`,
  ]);
  await expect(textOf(page, 1)).toContainText('0123456789');
  expect((await textOf(page, 1).textContent())?.length).toBe(5000);
  expect(await countNodes(page)).toBeLessThan(2000);
  await logOf(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await page.getByRole('button', { name: /more of this line/ }).click();
  await expect(page.getByRole('button', { name: /more of this line/ })).toHaveCount(0);
  await expect.poll(() => countNodes(page)).toBeLessThan(2000);
  await nothingRan(page, seen);
});

test('renders 100,000 carriage returns in a line', async ({ page, mock }) => {
  const many = Array.from({ length: 100_000 }, (_, at) => `${at} of 100000`);
  const growing = Array.from({ length: 100_000 }, (_, at) => 'x'.repeat(1 + (at % 40)));
  const seen = await open(page, mock, [many.join('\r'), growing.join('\r'), '\r'.repeat(100_000)]);
  await expect(textOf(page, 1)).toHaveText('99999 of 100000');
  await expect(textOf(page, 2)).toHaveText('x'.repeat(40));
  expect(await countNodes(page)).toBeLessThan(2000);
  await nothingRan(page, seen);
});

test('renders 100,000 groups that are never closed', async ({ page, mock }) => {
  const many = Array.from({ length: 100_000 }, (_, at) => `::group::<b>${at}</b>`);
  const seen = await open(page, mock, many);
  await expect(textOf(page, 99_760)).toHaveText('<b>99759</b>');
  expect(await countNodes(page)).toBeLessThan(3000);
  await nothingRan(page, seen);
});

test('escapes names, titles, messages and warnings', async ({ page, mock }) => {
  const seen = watch(page);
  const evil = '<img src=/evil onerror=window.evil=1>';
  const step = recentStep({ name: evil, status: 'error', error: evil });
  setBuild(mock, {
    title: evil,
    message: evil,
    status: 'failure',
    link: 'javascript:window.evil=1',
    author_avatar: 'javascript:window.evil=1',
    target: evil,
    deploy_to: evil,
    warnings: [evil],
    stages: [recentStage({ name: evil, status: 'failure', steps: [step] })],
  });
  await page.goto('/octo/hello/1');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(evil);
  await expect(page.getByRole('region', { name: /^Log of/ }).getByRole('alert')).toHaveText(
    `${evil}: ${evil}`,
  );
  await page.getByText('The pipeline file has a warning').click();
  await page.getByRole('button', { name: 'Graph View' }).click();
  await expect(page.getByRole('region', { name: 'Stages and steps as a graph' })).toContainText(
    evil,
  );
  expect(await page.locator('[href^="javascript:" i], [src^="javascript:" i]').count()).toBe(0);
  expect(await page.evaluate(() => 'evil' in window)).toBe(false);
  expect(seen).toEqual([]);
});
