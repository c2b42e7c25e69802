import { getLogs } from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import { numbered, recentStage, recentStep } from '@millrace/contract/testing';
import { logPath, publishUpdate, setBuild } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import type { MockServer } from '../support/mock/server.ts';
import { atBothWidths, expect, test } from '../support/screen.ts';

const graphOf = (page: Page) => page.getByRole('region', { name: 'Stages and steps as a graph' });
const nodeOf = (page: Page, name: string) => graphOf(page).getByRole('button', { name });
const drawerOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const zoomOf = async (page: Page) =>
  Number.parseInt((await page.getByRole('button', { name: 'Reset zoom' }).textContent()) ?? '', 10);
const control = (page: Page, name: string) => graphOf(page).getByRole('button', { name });

function giveGraph(mock: MockServer) {
  return setBuild(mock, {
    status: 'failure',
    stages: [
      recentStage({
        name: 'compile',
        steps: [recentStep({ name: 'clone' }), recentStep({ number: 2, name: 'make' })],
      }),
      recentStage({
        number: 2,
        id: 2,
        name: 'verify',
        status: 'failure',
        depends_on: ['compile'],
        steps: [
          recentStep({ name: 'unit', status: 'failure', exit_code: 1 }),
          recentStep({ number: 2, name: 'report', status: 'skipped', started: 0, stopped: 0 }),
          recentStep({ number: 3, name: 'later', status: 'pending', started: 0, stopped: 0 }),
        ],
      }),
      ...(['skipped', 'declined', 'waiting_on_dependencies'] as const).map((status, at) =>
        recentStage({ number: 3 + at, id: 3 + at, name: `no-${at}`, status, steps: [] }),
      ),
    ],
  });
}

async function openGraph(page: Page, path = '/octo/hello/1') {
  await page.goto(`${path}?view=graph`);
  await expect(nodeOf(page, 'compile')).toBeVisible();
}

atBothWidths(() => {
  test('shows the stages above the steps of the selected stage', async ({ page, mock }) => {
    giveGraph(mock);
    await openGraph(page, '/octo/hello/1/2/1');
    await expect(nodeOf(page, 'verify')).toHaveAttribute('aria-pressed', 'true');
    await expect(nodeOf(page, 'unit')).toHaveAttribute('aria-pressed', 'true');
    await expect(nodeOf(page, 'make')).toHaveCount(0);
    const [stage, step] = [
      await nodeOf(page, 'verify').boundingBox(),
      await nodeOf(page, 'unit').boundingBox(),
    ];
    expect((stage?.y ?? 0) + (stage?.height ?? 0)).toBeLessThan(step?.y ?? 0);
  });

  test('selects the first step of a clicked stage, and opens the drawer of a clicked step', async ({
    page,
    mock,
  }) => {
    giveGraph(mock);
    await openGraph(page);
    await nodeOf(page, 'verify').click();
    await expect(page).toHaveURL('/octo/hello/1/2/1?view=graph');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await nodeOf(page, 'unit').click();
    await expect(page).toHaveURL('/octo/hello/1/2/1?view=graph&details=open');
    const drawer = drawerOf(page, 'unit');
    await expect(drawer).toBeVisible();
    await expect(page).toHaveTitle('Build #1.2.1 - octo/hello - Millrace');
    // The URL contains the state of the drawer, so it can be shared.
    await page.reload();
    await expect(drawer).toBeVisible();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(drawer).toHaveCount(0);
    await expect(page).toHaveURL('/octo/hello/1/2/1?view=graph');
  });
});

test('disables skipped, declined and waiting nodes', async ({ page, mock }) => {
  giveGraph(mock);
  await openGraph(page, '/octo/hello/1/2/1');
  for (const name of ['no-0', 'no-1', 'no-2', 'report']) {
    await expect(nodeOf(page, name)).toBeDisabled();
  }
  for (const name of ['compile', 'verify', 'unit', 'later']) {
    await expect(nodeOf(page, name)).toBeEnabled();
  }
});

test('renders nodes at 80 × 36 px and start and end markers at 30 px', async ({ page, mock }) => {
  giveGraph(mock);
  await openGraph(page, '/octo/hello/1/2/1');
  await control(page, 'Reset zoom').click();
  await expect.poll(() => zoomOf(page)).toBe(100);
  const sizes = await graphOf(page)
    .locator('.react-flow__node')
    .evaluateAll((nodes) =>
      nodes.map((node) => {
        const { width, height } = node.getBoundingClientRect();
        return `${node.querySelector('button') ? 'item' : 'marker'} ${Math.round(width)}x${Math.round(height)}`;
      }),
    );
  expect(new Set(sizes)).toEqual(new Set(['item 80x36', 'marker 30x30']));
  expect(sizes.filter((size) => size.startsWith('marker'))).toHaveLength(4);
  const drawn = await nodeOf(page, 'unit').boundingBox();
  expect([Math.round(drawn?.width ?? 0), Math.round(drawn?.height ?? 0)]).toEqual([80, 36]);
});

test('zooms in and out by 20, back to 100, and to fit', async ({ page, mock }) => {
  giveGraph(mock);
  await openGraph(page);
  await expect.poll(() => zoomOf(page)).toBeGreaterThan(0);
  const fitted = await zoomOf(page);
  await control(page, 'Reset zoom').click();
  await expect.poll(() => zoomOf(page)).toBe(100);
  await control(page, 'Zoom in').click();
  await expect.poll(() => zoomOf(page)).toBe(120);
  await control(page, 'Zoom in').click();
  await expect.poll(() => zoomOf(page)).toBe(140);
  for (const zoom of [120, 100, 80, 60]) {
    await control(page, 'Zoom out').click();
    await expect.poll(() => zoomOf(page)).toBe(zoom);
  }
  for (let presses = 0; presses < 5; presses++) await control(page, 'Zoom out').click();
  await expect.poll(() => zoomOf(page)).toBe(20);
  await control(page, 'Zoom to fit').click();
  await expect.poll(() => zoomOf(page)).toBe(fitted);
});

test('opens nodes with the keyboard', async ({ page, mock }) => {
  giveGraph(mock);
  await openGraph(page);
  await nodeOf(page, 'make').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/octo/hello/1/1/2?view=graph&details=open');
  await expect(drawerOf(page, 'make')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawerOf(page, 'make')).toHaveCount(0);
});

test('shows times, duration and runner in the drawer, without an end time while the step runs', async ({
  page,
  mock,
}) => {
  const build = giveGraph(mock);
  await openGraph(page, '/octo/hello/1/2/1');
  await nodeOf(page, 'unit').click();
  const drawer = drawerOf(page, 'unit');
  await expect(drawer.getByRole('term')).toHaveText(['Started', 'Finished', 'Duration', 'Runner']);
  await expect(drawer.getByRole('definition').nth(2)).toContainText('30');
  await expect(drawer.getByRole('definition').nth(3)).toHaveText('runner-7');
  const steps = [recentStep({ name: 'unit', status: 'running', stopped: 0 })];
  const stages = [
    ...(build.stages ?? []).slice(0, 1),
    recentStage({ number: 2, id: 2, name: 'verify', status: 'running', stopped: 0, steps }),
  ];
  await expect.poll(() => mock.listeners).toBe(1);
  publishUpdate(mock, build, { status: 'running', stages });
  await expect(drawer.getByRole('term')).toHaveText(['Started', 'Duration', 'Runner']);
});

atBothWidths(() => {
  test('shows the last log lines in the drawer, with a link to the whole log', async ({
    page,
    mock,
  }) => {
    giveGraph(mock);
    mock.state.log = numbered(300);
    await openGraph(page, '/octo/hello/1/2/1');
    await nodeOf(page, 'unit').click();
    const drawer = drawerOf(page, 'unit');
    const log = drawer.getByRole('log', { name: 'End of the log' });
    await expect(log.getByText('line 300', { exact: true })).toBeInViewport();
    await expect(log.locator('[data-line]')).toHaveCount(20);
    await expect(log.getByText('line 281', { exact: true })).toHaveCount(1);
    expect(mock.calls(getLogs).map(({ query }) => query)).toEqual([{ from: '-250' }]);
    await drawer.getByRole('button', { name: 'Open the log' }).click();
    await expect(page.getByRole('log', { name: 'Log of verify, unit' })).toContainText('line 300');
  });
});

test('streams the lines of a running step into the drawer', async ({ page, mock }) => {
  const steps = [recentStep({ name: 'unit', status: 'running', stopped: 0 })];
  setBuild(mock, {
    status: 'running',
    finished: 0,
    stages: [recentStage({ name: 'compile', status: 'running', stopped: 0, steps })],
  });
  await openGraph(page);
  await nodeOf(page, 'unit').click();
  const drawer = drawerOf(page, 'unit');
  await expect(drawer.getByText('Waiting for output')).toBeVisible();
  await expect.poll(() => mock.followers(logPath)).toBe(1);
  mock.publishLine(logPath, { pos: 0, out: 'here it comes\n', time: 0 });
  await expect(drawer.getByRole('log').getByText('here it comes')).toBeVisible();
  expect(mock.calls(getLogs)).toEqual([]);
});

test('shows the error in the drawer if the log cannot be loaded', async ({ page, mock }) => {
  giveGraph(mock);
  mock.fail(getLogs, errorMessages.noRows, 404);
  await openGraph(page, '/octo/hello/1/2/1');
  await nodeOf(page, 'unit').click();
  await expect(drawerOf(page, 'unit').getByText('Step does not exist')).toBeVisible();
});

test('shows no data in the drawer of a step that has not started', async ({ page, mock }) => {
  giveGraph(mock);
  await openGraph(page, '/octo/hello/1/2/1');
  await nodeOf(page, 'later').click();
  await expect(drawerOf(page, 'later')).toContainText('Step data is unavailable');
  await expect(drawerOf(page, 'later').getByRole('term')).toHaveCount(0);
});

test('slides the drawer out in 200 ms', async ({ page, mock }) => {
  giveGraph(mock);
  await openGraph(page);
  await nodeOf(page, 'make').click();
  const drawer = drawerOf(page, 'make');
  await expect(drawer).toBeVisible();
  const durations = await drawer.evaluate(
    (element) => getComputedStyle(element).transitionDuration,
  );
  expect(durations.split(', ').map((each) => Number.parseFloat(each) * 1000)).toContain(200);
  await expect(drawer).toHaveCSS('transform', /none|matrix\(1, 0, 0, 1, 0, 0\)/);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toHaveCount(0);
});
