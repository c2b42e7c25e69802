import type { Page } from '@playwright/test';
import { someBuild, someBuilds, someRepo } from '../../apps/web/src/testing/mock/state.ts';
import { expect, test } from '../support/screen.ts';

const slug = 'octo/hello';
const repo = someRepo({ slug, counter: 50 });
const numbers = (page: Page) =>
  page
    .getByRole('region', { name: 'Executions' })
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) => Number(/#(\d+)/.exec(item.textContent ?? '')?.[1])),
    );

test.beforeEach(async ({ page, mock }) => {
  mock.state.repos = [repo];
  mock.state.builds[slug] = someBuilds(50);
  await page.goto('/octo/hello');
  await expect.poll(async () => (await numbers(page)).length).toBe(50);
  await expect.poll(() => mock.listeners).toBe(1);
});

test('a new build enters at the top and the list keeps 50', async ({ page, mock }) => {
  mock.publish(repo, someBuild({ number: 51, title: 'Just now', status: 'running', finished: 0 }));
  await expect.poll(async () => (await numbers(page))[0]).toBe(51);
  const shown = await numbers(page);
  expect([shown.length, shown.at(-1)]).toEqual([50, 2]);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('51');
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Running');
});

test('a build that changes moves to the top', async ({ page, mock }) => {
  mock.publish(repo, someBuild({ number: 30, version: 9, title: 'Again', status: 'failure' }));
  await expect.poll(async () => (await numbers(page))[0]).toBe(30);
  expect(new Set(await numbers(page)).size).toBe(50);
  await expect(page.getByRole('link', { name: /#30 Again/ })).toBeVisible();
});

test('an older state of a build and builds of other repositories change nothing', async ({
  page,
  mock,
}) => {
  mock.publish(repo, someBuild({ number: 30, version: 0, title: 'Stale' }));
  mock.publish(someRepo({ slug: 'octo/other' }), someBuild({ number: 77, title: 'Foreign' }));
  mock.publish(repo, someBuild({ number: 51, title: 'Just now' }));
  await expect.poll(async () => (await numbers(page))[0]).toBe(51);
  expect((await numbers(page))[1]).toBe(50);
  await expect(page.getByText(/Stale|Foreign/)).toHaveCount(0);
});
