import { listUserRepos } from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import { nowSec, someBuild, someRepo } from '../../apps/web/src/testing/mock/state.ts';
import { atBothWidths, expect, test } from '../support/screen.ts';

const built = (slug: string, hoursAgo: number, fields = {}) =>
  someRepo({
    slug,
    build: someBuild({ number: 9, created: nowSec() - hoursAgo * 3600, title: `News of ${slug}` }),
    ...fields,
  });

const repositories = (page: Page) => page.getByRole('region', { name: 'Repositories' });
const recent = (page: Page) => page.getByRole('region', { name: 'Recent Activity' });

/** Where the entries of a part of the page lead, from top to bottom. */
const linksOf = (page: Page, part: 'Repositories' | 'Recent Activity') =>
  page
    .getByRole('region', { name: part })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test.beforeEach(({ mock }) => {
  mock.state.repos = [
    someRepo({ slug: 'octo/quiet' }),
    built('octo/asleep', 1, { active: false }),
    built('octo/old', 30),
    built('acme/Young', 2),
    someRepo({ slug: 'acme/bare' }),
    built('octo/middle', 10),
  ];
});

atBothWidths(() => {
  test('repositories are sorted: active, newest build, slug; each leads to its place', async ({
    page,
    mock,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    await expect(repositories(page).getByRole('link')).toHaveCount(6);
    expect(await linksOf(page, 'Repositories')).toEqual([
      '/acme/Young',
      '/octo/middle',
      '/octo/old',
      '/acme/bare',
      '/octo/quiet',
      '/octo/asleep/settings',
    ]);
    await expect(page.getByLabel('Sort')).toHaveValue('activity');
    await expect(page.getByLabel('Sort').getByRole('option')).toHaveText([
      'Sort by Recent activity',
      'Sort by Name',
    ]);
    expect(mock.calls(listUserRepos)[0]?.query).toEqual({ latest: 'true' });
  });

  test('name, organisation, Active Only and text narrow the list', async ({ page }) => {
    await page.goto('/');
    const list = () => linksOf(page, 'Repositories');
    await page.getByLabel('Sort').selectOption('Sort by Name');
    await expect
      .poll(list)
      .toEqual([
        '/acme/Young',
        '/acme/bare',
        '/octo/asleep/settings',
        '/octo/middle',
        '/octo/old',
        '/octo/quiet',
      ]);
    await expect(page.getByLabel('Organization').getByRole('option')).toHaveText([
      'All Organizations',
      'acme',
      'octo',
    ]);
    await page.getByLabel('Organization').selectOption('octo');
    await page.getByRole('switch', { name: 'Active Only' }).click();
    await expect.poll(list).toEqual(['/octo/middle', '/octo/old', '/octo/quiet']);
    await page.getByRole('searchbox', { name: 'Filter repositories' }).fill('  o/OL ');
    await expect.poll(list).toEqual(['/octo/old']);
    await page.getByRole('searchbox').fill('nothing like it');
    await expect(page.getByText('No repository matches')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(async () => (await list()).length).toBe(6);
  });

  test('an account without repositories reads why', async ({ page, mock }) => {
    mock.state.repos = [];
    await page.goto('/');
    await expect(page.getByText('Your Repository List is Empty.')).toBeVisible();
    await expect(
      page.getByText(
        'The product automatically syncs with your version control system to display your repositories.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sync' })).toBeVisible();
  });
});

test('Recent Activity shows up to six repositories that have a build', async ({ page, mock }) => {
  await page.goto('/');
  await expect(recent(page).getByRole('link')).toHaveCount(4);
  await expect(recent(page).getByRole('link').first()).toContainText('#9 News of acme/Young');
  mock.state.repos = Array.from({ length: 9 }, (_, index) => built(`octo/r${index}`, index + 1));
  await page.reload();
  await expect(recent(page).getByRole('link')).toHaveCount(6);
  expect(await linksOf(page, 'Recent Activity')).toEqual(
    [0, 1, 2, 3, 4, 5].map((index) => `/octo/r${index}`),
  );
});

test('fifty repositories show, then Show more brings the rest', async ({ page, mock }) => {
  mock.state.repos = Array.from({ length: 120 }, (_, id) =>
    someRepo({ id, slug: `octo/r${String(id).padStart(3, '0')}` }),
  );
  await page.goto('/');
  const rows = repositories(page).getByRole('listitem');
  const more = page.getByRole('button', { name: 'Show more' });
  await expect(rows).toHaveCount(50);
  await more.click();
  await expect(rows).toHaveCount(100);
  await more.click();
  await expect(rows).toHaveCount(120);
  await expect(more).toHaveCount(0);
});

test('every letter that is typed into the filter stays where it was typed', async ({ page }) => {
  await page.goto('/');
  const filter = page.getByRole('searchbox', { name: 'Filter repositories' });
  await filter.focus();
  await page.keyboard.type('octo hello');
  await expect(filter).toHaveValue('octo hello');
  await expect(page).toHaveURL('/?filter=octo+hello');
  await page.keyboard.press('Home');
  await page.keyboard.type('an ');
  await expect(filter).toHaveValue('an octo hello');
  await expect(page).toHaveURL('/?filter=an+octo+hello');
  await page.getByRole('link', { name: 'Millrace, to the dashboard' }).click();
  await expect(filter).toHaveValue('');
  await page.goBack();
  await expect(filter).toHaveValue('an octo hello');
});

test('switch, sort and organisation are remembered, the text is part of the address', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('switch', { name: 'Active Only' })).not.toBeChecked();
  await page.getByRole('switch', { name: 'Active Only' }).click();
  await page.getByLabel('Sort').selectOption('Sort by Name');
  await page.getByLabel('Organization').selectOption('acme');
  await page.getByRole('searchbox').fill('ba');
  await expect(page).toHaveURL('/?filter=ba');
  await page.goto('/');
  await expect(page.getByRole('switch', { name: 'Active Only' })).toBeChecked();
  await expect(page.getByLabel('Sort')).toHaveValue('name');
  await expect(page.getByLabel('Organization')).toHaveValue('acme');
  await expect(page.getByRole('searchbox')).toHaveValue('');
});
