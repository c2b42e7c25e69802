import type { Build, FailingStep } from '@millrace/contract/api';
import { linesOf, recentStage, recentStep } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { findBarriersInThemes } from '../support/barriers.ts';
import { keptStep } from '../support/every-page.ts';
import type { MockServer } from '../support/mock/server.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

const failing = (step: number, fields: Partial<FailingStep> = {}): FailingStep => ({
  stage: 1,
  stage_name: 'mill',
  step,
  step_name: `turn ${step}`,
  since: 1,
  builds_ago: 0,
  failed: 0,
  of: 7,
  ...fields,
});
const panel = (page: Page) => page.getByRole('group', { name: 'What failed' });
const toggle = (page: Page) =>
  panel(page).getByRole('button', { name: /What failed|failing since/ });

function giveFailure(mock: MockServer, fields: Partial<Build> = { attempt: 1 }) {
  const steps = [1, 2, 3, 4, 5].map((number) =>
    recentStep({
      number,
      name: `turn ${number}`,
      status: 'failure',
      exit_code: 1,
      ...(number === 2 ? { summary: true } : {}),
    }),
  );
  const stages = [recentStage({ name: 'mill', status: 'failure', steps })];
  setBuild(mock, { status: 'failure', number: 1, stages, ...fields });
  mock.state.log = linesOf(['all is well', 'error: the wheel is stuck', 'bye']);
  mock.state.failure = {
    ...mock.state.failure,
    since: { since: 1, builds_ago: 0 },
    steps: [failing(1), failing(2, { since: 118, builds_ago: 5, failed: 6, of: 50 })],
  };
}

atEachWidth(() => {
  test('shows the failure in one line that expands to its history and cause', async ({
    page,
    mock,
  }) => {
    giveFailure(mock);
    const commit = '3f2a9c01d4e5f60718293a4b5c6d7e8f90a1b2c3';
    const first = { slug: 'octo/hello', build: 96, commit, seen: 1_700_000_000 };
    const unnamed = { name: '', issue: '' };
    mock.state.causes = [
      { stage: 1, step: 1, id: 5, ...unnamed, failures: 14, recovered: 11, repos: 3, first },
      { stage: 1, step: 2, id: 6, ...unnamed, failures: 1, recovered: 0, repos: 1, first },
    ];
    await page.goto('/octo/hello/1');
    await expect(panel(page).getByText('error: the wheel is stuck')).toBeVisible();
    await toggle(page).click();
    const steps = panel(page).getByRole('listitem');
    await expect(steps.first()).toContainText('new');
    await expect(steps.first().getByText('error: the wheel is stuck')).toBeVisible();
    await expect(steps.last()).toContainText('failing since #118 (5 builds ago)');
    await expect(steps.last()).toContainText('failed in 6 of the last 50');
    await expect(steps.first()).toContainText(
      /Seen 14 times since #96 in 3 repositories.*11 of them passed on a second attempt: probably not your change.*first with commit 3f2a9c01/,
    );
    await expect(steps.last()).not.toContainText('Seen');
    await expect(panel(page)).toContainText('No build of main before this one succeeded.');
    expect(await findBarriersInThemes(page)).toEqual([]);
  });
});

test('wraps a long name of a cause on a phone', async ({ page, mock }) => {
  giveFailure(mock);
  const first = { slug: 'octo/hello', build: 96, commit: '3f2a9c01', seen: 1_700_000_000 };
  const counts = { failures: 14, recovered: 0, repos: 1, first };
  const name = 'x'.repeat(100);
  mock.state.causes = [{ stage: 1, step: 1, id: 5, name, issue: '', ...counts }];
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/octo/hello/1');
  await toggle(page).click();
  const box = await panel(page).getByRole('link', { name }).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 1000)).toBeLessThanOrEqual(390);
});

for (const [width, height] of [
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
] as const) {
  test(`gives the log at least 60 % of a page of ${width} × ${height}`, async ({ page, mock }) => {
    const attempts = [1, 2, 3].map((number) => ({
      number,
      status: 'failure' as const,
      login: 'ada',
      created: 1_700_000_000,
      started: 1_700_000_001,
      finished: 1_700_000_060,
    }));
    giveFailure(mock, { attempt: 3, attempts, warnings: ['line 3: wat means nothing'] });
    await page.setViewportSize({ width, height });
    await page.goto('/octo/hello/1/1/2');
    await expect(page.getByRole('log')).toBeVisible();
    const share = async () => {
      const [log, head] = await Promise.all([
        page.getByRole('log').boundingBox(),
        page.locator('main header').first().boundingBox(),
      ]);
      return (log?.height ?? 0) / (height - (head?.y ?? 0) - (head?.height ?? height));
    };
    await expect.poll(share).toBeGreaterThanOrEqual(0.6);
    await toggle(page).click();
    const open = await panel(page).boundingBox();
    const head = await page.locator('main header').first().boundingBox();
    const room = height - (head?.y ?? 0) - (head?.height ?? 0);
    expect((open?.height ?? room) / room).toBeLessThanOrEqual(1 / 3);
  });
}

test('removes scripts and unsafe links from a summary', async ({ page, mock }) => {
  giveFailure(mock);
  mock.state.summary =
    '# 12 turns\n\n<script>alert(1)</script>\n\n[out](javascript:alert(1)) **fine**';
  await page.goto('/octo/hello/1?view=summary');
  const summary = page.getByRole('region', { name: 'Summary of mill, turn 2' });
  await expect(summary.getByRole('heading', { name: '12 turns' })).toBeVisible();
  await expect(summary).toContainText('out fine');
  await expect(summary.getByRole('link')).toHaveCount(0);
  expect(await findBarriersInThemes(page)).toEqual([]);
});

for (const [what, summary] of [
  ['thousands of columns', `${'|a'.repeat(2000)}|\n${'|-'.repeat(2000)}|\n${'|b|\n'.repeat(2000)}`],
  ['emphasis without an end', '**a'.repeat(40_000)],
] as const) {
  test(`shows a summary with ${what} as plain text, and stays responsive`, async ({
    page,
    mock,
  }) => {
    giveFailure(mock);
    mock.state.summary = summary;
    await page.goto('/octo/hello/1?view=summary');
    const region = page.getByRole('region', { name: 'Summary of mill, turn 2' });
    await expect(region).toContainText('too complex to format, so it is shown as plain text');
    await expect(panel(page)).toBeVisible();
  });
}

for (const width of [390, 800, 1024, 1280]) {
  test(`keeps every action on a screen of ${width} pixels`, async ({ page, mock }) => {
    giveFailure(mock);
    mock.state.keptSteps = [keptStep()];
    mock.state.failure.since = { since: 1, builds_ago: 4 };
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/octo/hello/1');
    for (const name of [/^Open a terminal/, '2 recordings', 'Restart failed']) {
      await expect(panel(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  });
}
