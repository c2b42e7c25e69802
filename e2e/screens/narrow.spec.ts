import { recentBuild, sampleRepo } from '@millrace/contract/testing';
import type { Page } from '@playwright/test';
import { everyPage, fillServer, openPage } from '../support/every-page.ts';
import { expect, test } from '../support/screen.ts';

// A window of 1280 px at 400 %.
test.use({ viewport: { width: 320, height: 568 } });

const slug = 'an-organisation-with-a-long-name/a-repository-with-a-long-name-of-its-own';

test.beforeEach(({ mock }) => {
  mock.state.repos.push(sampleRepo({ id: 2, slug, build: recentBuild({ title: 'The newest' }) }));
  mock.state.builds[slug] = [recentBuild({ id: 9, number: 1 })];
});

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const path of [
  '/',
  `/${slug}`,
  `/${slug}/1`,
  `/${slug}/settings`,
  `/${slug}/settings/badges`,
]) {
  test(`${path} does not scroll horizontally`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('a-repository-with-a-long-name').first()).toBeVisible();
    expect(await sideways(page)).toBeLessThanOrEqual(0);
  });
}

for (const each of everyPage) {
  test(`${each.name} fits into 320 pixels`, async ({ page, mock }) => {
    fillServer(mock);
    await openPage(page, mock, each);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
  });
}

test('breaks long names of steps and commit messages of a cause', async ({ page, mock }) => {
  const long = 'word'.repeat(60);
  const repoCause = { ...mock.state.repoCause, step: long, title: long, name: long.slice(0, 100) };
  mock.state.repoCause = repoCause;
  mock.state.failuresOfCause = [
    { build: 1, message: long, stage: 1, step: 1, attempt: 1, failed: 1, recovered: false },
  ];
  const { week, total } = mock.state.causesOfWeek;
  const cause = { ...repoCause, lost: 60, is_new: true, repos: [{ slug, failures: 1 }] };
  mock.state.causesOfWeek = { week, total, causes: [cause], gone: [] };
  await page.goto('/octo/hello/causes/5');
  await expect(page.getByText(`Step ${long}`)).toBeVisible();
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await page.goto('/causes');
  const step = page.getByText(`Step ${long}`);
  await expect(step).toBeVisible();
  const isCut = (element: Element) => element.scrollWidth > element.clientWidth;
  expect(await page.getByRole('listitem').filter({ has: step }).evaluate(isCut)).toBe(false);
});

test('shortens a long commit message, and shows all of it beside the commit', async ({
  page,
  mock,
}) => {
  const message = `${'Repair the wheel of the mill. '.repeat(60)}All of it.`;
  mock.state.builds[slug] = [recentBuild({ id: 9, number: 1, title: '', message })];
  await page.goto(`/${slug}/1`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('Repair the wheel');
  expect((await heading.boundingBox())?.height).toBeLessThan(200);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Commit message' }).click();
  const end = page.getByRole('dialog', { name: 'Commit message' }).getByText('All of it.');
  await end.scrollIntoViewIfNeeded();
  await expect(end).toBeInViewport();
});

test('shows the end of a long repository name', async ({ page }) => {
  await page.goto('/');
  const row = page.getByRole('link', { name: /The newest/ }).last();
  const name = row.getByText('a-repository-with-a-long-name-of-its-own');
  await name.scrollIntoViewIfNeeded();
  await expect(name).toBeInViewport({ ratio: 0.99 });
});

test('shows every settings page in the navigation', async ({ page }) => {
  await page.goto('/octo/hello/settings/badges');
  await expect(page.getByRole('link', { name: 'Badges' })).toBeInViewport({ ratio: 0.99 });
});
