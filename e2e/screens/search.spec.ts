import { listBranches } from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import { someBuild, someBuilds, someRepo } from '../../apps/web/src/testing/mock/state.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

const slugs = ['octo/hello', 'octo/Hello-World', 'acme/hello', 'acme/billing'];

test.beforeEach(({ mock }) => {
  mock.state.repos = slugs.map((slug, id) => someRepo({ id, slug }));
});

async function openSearch(page: Page) {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Search' }).click();
  const drawer = page.getByRole('dialog', { name: 'Search' });
  const input = drawer.getByPlaceholder('Search repositories, branches and builds');
  await expect(input).toBeFocused();
  const found = () =>
    drawer
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(1)).sort());
  return { drawer, input, found };
}

atEachWidth(() => {
  test('the query is trimmed, case does not matter, a slash splits it', async ({ page }) => {
    const { drawer, input, found } = await openSearch(page);
    await input.fill('   ');
    await expect(drawer.getByRole('link')).toHaveCount(0);
    await expect(drawer.getByText('Repos not found')).toHaveCount(0);
    for (const [query, slugsFound] of [
      ['  HELLO ', ['acme/hello', 'octo/Hello-World', 'octo/hello']],
      ['me/bil', ['acme/billing']],
      ['OCT/ello', ['octo/Hello-World', 'octo/hello']],
      ['/hello', ['acme/hello', 'octo/Hello-World', 'octo/hello']],
      ['acme/', ['acme/billing', 'acme/hello']],
      ['to/hello-w', ['octo/Hello-World']],
      ['ctohello', []],
    ] as const) {
      await input.fill(query);
      await expect.poll(found, { message: query }).toEqual([...slugsFound]);
    }
    await expect(drawer.getByText('Repos not found')).toBeVisible();
  });

  test('a result leads to its repository', async ({ page }) => {
    const { drawer, input } = await openSearch(page);
    await input.fill('billing');
    await drawer.getByRole('link', { name: /billing/ }).click();
    await expect(page).toHaveURL('/acme/billing');
    await expect(drawer).toBeHidden();
  });
});

test('builds and branches of a result are one key away', async ({ page, mock }) => {
  mock.state.builds['acme/billing'] = someBuilds(7);
  mock.state.branches['acme/billing'] = [someBuild({ number: 7, target: 'release' })];
  const { drawer, input } = await openSearch(page);
  await input.fill('billing');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(drawer.getByRole('heading', { name: 'Builds' })).toBeVisible();
  await expect(drawer.getByRole('link', { name: /Change \d/ })).toHaveCount(5);
  await expect(drawer.getByRole('link', { name: /release/ })).toHaveAttribute(
    'href',
    '/acme/billing/7',
  );
  expect(mock.calls(listBranches)).toHaveLength(1);
  await page.keyboard.press('ArrowLeft');
  await expect(drawer.getByRole('heading', { name: 'Builds' })).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await drawer.getByRole('link', { name: /Change 6/ }).click();
  await expect(page).toHaveURL('/acme/billing/6');
});

test('the slash key and Ctrl K open the search, Escape closes it', async ({ page }) => {
  await page.goto('/account');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  const drawer = page.getByRole('dialog', { name: 'Search' });
  for (const key of ['/', 'Control+k']) {
    await page.keyboard.press(key);
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  }
});
