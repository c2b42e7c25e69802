import {
  getBuild,
  getCurrentUser,
  getEnvironment,
  getFailureHistory,
  listUserRepos,
} from '@millrace/contract/api';
import {
  linesOf,
  recentBuild,
  recentStage,
  recentStep,
  sampleRepo,
} from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import type { Locator } from '@playwright/test';
import { buttonOf, logOf } from '../support/build-screen.ts';
import { atBothWidths, expect, test } from '../support/screen.ts';

const heightOf = async (part: Locator) => Math.round((await part.boundingBox())?.height ?? 0);
const topOf = async (part: Locator) => Math.round((await part.boundingBox())?.y ?? 0);

atBothWidths(() => {
  test('keeps the height of the build header while the build loads', async ({ page, mock }) => {
    setBuild(mock);
    const release = mock.hold(getBuild);
    await page.goto('/octo/hello/1');
    const head = page.getByRole('main').locator('header');
    await expect(head.locator('[class*=skeleton]').first()).toBeVisible();
    const before = await heightOf(head);
    release();
    await expect(buttonOf(page, 'Restart')).toBeVisible();
    await expect.poll(() => heightOf(head)).toBe(before);
  });

  test('keeps the height of the dashboard header while the account loads', async ({
    page,
    mock,
  }) => {
    const release = mock.hold(getCurrentUser);
    await page.goto('/');
    const head = page.getByRole('main').locator('header');
    await expect(head.locator('[class*=skeleton]').first()).toBeVisible();
    const before = await heightOf(head);
    release();
    await expect(buttonOf(page, 'Sync')).toBeVisible();
    await expect.poll(() => heightOf(head)).toBe(before);
  });

  test('keeps the position of the sections of an environment while it loads', async ({
    page,
    mock,
  }) => {
    mock.config = { ...mock.config, extras: true };
    const build = recentBuild({ attempt: 1, title: 'Turn the wheel' });
    const current = { ...build, event: 'promote', deploy_to: 'live' } as const;
    mock.state.environment = { current, source: build, previous: { ...current, number: 2 } };
    mock.state.deployments['octo/hello'] = [current, { ...current, deploy_to: 'test' }];
    const release = mock.hold(getEnvironment);
    await page.goto('/octo/hello/deployments/live');
    const below = page.getByRole('heading', { name: 'Not deployed yet' });
    await expect(below).toBeVisible();
    await expect(buttonOf(page, 'New Build')).toBeVisible();
    const before = await topOf(below);
    release();
    await expect(buttonOf(page, 'Promote to test')).toBeVisible();
    await expect.poll(() => topOf(below)).toBe(before);
  });

  test('keeps the position of the repositories after a reload', async ({ page, mock }) => {
    mock.state.repos = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, at) =>
      sampleRepo({ id: at + 1, slug: `octo/${name}`, build: recentBuild() }),
    );
    await page.goto('/');
    const below = page.getByRole('heading', { name: 'Repositories' });
    await expect(page.getByRole('link', { name: /octo \/ f/ }).first()).toBeVisible();
    const usual = await topOf(below);
    const release = mock.hold(listUserRepos);
    await page.reload();
    await expect(below).toBeVisible();
    await expect.poll(() => topOf(below)).toBe(usual);
    release();
    await expect(page.getByRole('link', { name: /octo \/ f/ }).first()).toBeVisible();
  });
});

test('keeps the position of the log while the failure panel loads', async ({ page, mock }) => {
  const steps = [1, 2].map((number) => recentStep({ number, status: 'failure', exit_code: 1 }));
  const stages = [recentStage({ status: 'failure', steps })];
  setBuild(mock, { status: 'failure', attempt: 1, number: 1, stages });
  mock.state.log = linesOf(['error: the wheel is stuck']);
  mock.state.failure.steps = steps.map(({ number: step, name }) => ({
    stage: 1,
    stage_name: 'default',
    step,
    step_name: name,
    since: 1,
    builds_ago: 0,
    failed: 0,
    of: 7,
  }));
  const release = mock.hold(getFailureHistory);
  await page.goto('/octo/hello/1/1/1');
  await expect(logOf(page)).toContainText('stuck');
  const before = await topOf(logOf(page));
  release();
  const failure = page.getByRole('group').filter({ hasText: 'What failed' });
  await expect(failure.getByText('error: the wheel is stuck')).toBeVisible();
  await expect.poll(() => topOf(logOf(page))).toBe(before);
});
