import type { Build } from '@millrace/contract/api';
import { listBuilds } from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import { nowSec, someBuild, someBuilds, someRepo } from '../../apps/web/src/testing/mock/state.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

const slug = 'octo/hello';
/** A build that took this long. */
const lasting = (seconds: number, number = 1) => {
  const started = nowSec() - 90_000;
  return someBuild({ number, created: started, started, finished: started + seconds });
};
const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });
const fact = (page: Page, name: string) =>
  summary(page).getByRole('term').filter({ hasText: name }).locator('+ dd');
const entries = (page: Page) =>
  page.getByRole('region', { name: 'Executions' }).getByRole('listitem');

atEachWidth(() => {
  test('the summary has total, median, last build and last status', async ({ page, mock }) => {
    mock.state.repos = [someRepo({ counter: 321 })];
    mock.state.builds[slug] = [
      someBuild({ number: 321, status: 'failure', created: nowSec() - 7200 }),
      lasting(600, 320),
      lasting(300, 319),
    ];
    await page.goto('/octo/hello');
    await expect(fact(page, 'Total Builds')).toHaveText('321');
    await expect(fact(page, 'Median Build')).toHaveText('5 min');
    await expect(fact(page, 'Last Build')).toHaveText('2 hours ago');
    await expect(fact(page, 'Last Status')).toHaveText('Failure');
  });

  test('an execution says status, number, title, who did what, when and how long', async ({
    page,
    mock,
  }) => {
    const created = nowSec() - 3 * 3600;
    mock.state.builds[slug] = [
      someBuild({
        ...{ number: 8, status: 'killed', title: '', message: 'Grind finer\n\nAnd longer' },
        ...{ author_login: 'emeka', event: 'pull_request', action: 'synchronize' },
        ...{ ref: 'refs/pull/41/head', created, started: created, finished: created + 95 },
      }),
    ];
    await page.goto('/octo/hello');
    const entry = entries(page).first();
    await expect(entry.getByRole('img', { name: 'Killed' })).toBeVisible();
    await expect(entry).toContainText('#8 Grind finer');
    await expect(entry).toContainText('emeka synchronized pull request #41 to main');
    await expect(entry).toContainText('3 hours ago');
    await expect(entry).toContainText('1m 35s');
    await entry.getByRole('link').click();
    await expect(page).toHaveURL('/octo/hello/8');
  });

  test('a repository without builds says how to begin', async ({ page, mock }) => {
    mock.state.builds = {};
    await page.goto('/octo/hello');
    await expect(page.getByText('Your Build List is Empty.')).toBeVisible();
    await expect(
      page.getByText('Press the New Build button to execute your first build pipeline.'),
    ).toBeVisible();
  });
});

for (const [seconds, shown] of [
  [20, '< 1 min'],
  [40, '1 min'],
  [400, '7 min'],
] as const) {
  test(`a median of ${seconds} seconds reads ${shown}`, async ({ page, mock }) => {
    mock.state.builds[slug] = [lasting(seconds)];
    await page.goto('/octo/hello');
    await expect(fact(page, 'Median Build')).toHaveText(shown);
  });
}

test('the chart has a bar for each of the last 50 builds, each a link with its facts', async ({
  page,
  mock,
}) => {
  mock.state.builds[slug] = someBuilds(60).map((build: Build) =>
    build.number === 60 ? { ...build, status: 'failure' } : build,
  );
  await page.goto('/octo/hello');
  const chart = page.getByRole('figure', { name: 'Durations of the last 50 builds' });
  const bars = chart.getByRole('link');
  await expect(bars).toHaveCount(50);
  await expect(bars.first()).toHaveAccessibleName('#11: Success, 1m 00s');
  await expect(bars.last()).toHaveAccessibleName('#60: Failure, 1m 00s');
  expect((await chart.boundingBox())?.height).toBe(170);
  const colour = (bar: typeof chart) =>
    bar.locator('i').evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await colour(bars.first())).not.toBe(await colour(bars.last()));
});

test('the bars are one stop of the Tab key, arrows walk through them', async ({ page, mock }) => {
  mock.state.builds[slug] = someBuilds(5);
  await page.goto('/octo/hello');
  const chart = page.getByRole('figure', { name: 'Durations of the last 5 builds' });
  const bar = (number: number) => chart.getByRole('link', { name: `#${number}:` });
  await expect(bar(5)).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).last().focus();
  await page.keyboard.press('Tab');
  await expect(bar(5)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(bar(4)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(bar(1)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(entries(page).first().getByRole('link')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(bar(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/octo/hello/1');
});

for (const [seconds, ticks] of [
  [6, ['0 s', '2 s', '4 s', '6 s']],
  [30, ['0 min', '0.25 min', '0.5 min']],
  [270, ['0 min', '1 min', '2 min', '3 min', '4 min', '5 min']],
  [1380, ['0 min', '5 min', '10 min', '15 min', '20 min', '25 min']],
] as const) {
  test(`the axis of a longest build of ${seconds} seconds has its steps`, async ({
    page,
    mock,
  }) => {
    mock.state.builds[slug] = [lasting(seconds)];
    await page.goto('/octo/hello');
    const chart = page.getByRole('figure', { name: /Durations/ });
    await expect(chart.getByText(/^[\d.]+ (min|s)$/)).toHaveText([...ticks]);
  });
}

test('Show more loads the next page until one is not full', async ({ page, mock }) => {
  mock.state.builds[slug] = someBuilds(120);
  await page.goto('/octo/hello');
  const more = page.getByRole('button', { name: 'Show more' });
  await expect(entries(page)).toHaveCount(50);
  await more.click();
  await expect(entries(page)).toHaveCount(100);
  await more.click();
  await expect(entries(page)).toHaveCount(120);
  await expect(more).toHaveCount(0);
  expect(
    new Set(mock.calls(listBuilds).map(({ query }) => `${query.page}/${query.per_page}`)),
  ).toEqual(new Set(['1/50', '2/50', '3/50']));
});
