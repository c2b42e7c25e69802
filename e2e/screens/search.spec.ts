import { listBranches } from '@millrace/contract/api';
import { recentBuild, sampleRepo } from '@millrace/contract/testing';
import type { Page } from '@playwright/test';
import { findBarriersInThemes } from '../support/barriers.ts';
import { expect, test } from '../support/screen.ts';

const search = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => search(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => search(page).getByRole('option', { name });

async function openSearch(page: Page, path: string, key = '/') {
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press(key);
  await expect(field(page)).toBeFocused();
}

test.beforeEach(({ mock }) => {
  mock.state.repos = ['octo/hello', 'octo/hello-world', 'acme/billing'].map((slug, id) =>
    sampleRepo({ id, slug, counter: 20 }),
  );
  mock.state.branches['octo/hello'] = ['main', 'hello-branch'].map((target, at) =>
    recentBuild({ id: at + 1, number: at + 1, target }),
  );
});

test('opens a result in another tab with Ctrl, and stays open', async ({ page, context }) => {
  await openSearch(page, '/account', 'ControlOrMeta+k');
  await field(page).fill('billing');
  for (const open of [
    () => option(page, /billing/).click({ modifiers: ['ControlOrMeta'] }),
    () => page.keyboard.press('ControlOrMeta+Enter'),
  ]) {
    const opened = context.waitForEvent('page');
    await open();
    const other = await opened;
    await expect(other).toHaveURL('/acme/billing');
    await other.close();
    await expect(field(page)).toBeFocused();
    await expect(page).toHaveURL('/account');
  }
});

test('shares one active option between keyboard and mouse, and restores the focus on Escape', async ({
  page,
}) => {
  await page.goto('/account');
  const button = page.getByRole('button', { name: 'Search' });
  await button.focus();
  await page.keyboard.press('/');
  await field(page).fill('hello');
  await expect(option(page, /octo/)).toHaveCount(2);
  await option(page, /hello-world/).hover();
  await expect(option(page, /hello-world/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(option(page, 'octo / hello').first()).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search(page)).toBeHidden();
  await expect(button).toBeFocused();
});

test('does not move options when branches load late', async ({ page, mock }) => {
  const answer = mock.hold(listBranches);
  await openSearch(page, '/octo/hello');
  await field(page).fill('hello');
  const world = option(page, /hello-world/);
  await world.hover();
  const before = { box: await world.boundingBox(), all: await search(page).boundingBox() };
  await expect.poll(() => mock.calls(listBranches).length).toBeGreaterThan(0);
  answer();
  await expect(option(page, /hello-branch/)).toBeVisible();
  expect({ box: await world.boundingBox(), all: await search(page).boundingBox() }).toEqual(before);
  await expect(world).toHaveAttribute('aria-selected', 'true');
});

test('scrolls the active option into view', async ({ page, mock }) => {
  mock.state.repos = Array.from({ length: 45 }, (_, id) => sampleRepo({ id, slug: `octo/r${id}` }));
  await openSearch(page, '/account');
  await field(page).fill('octo/r');
  await page.keyboard.press('End');
  const active = search(page).locator('[aria-selected=true]');
  await expect(active).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Home');
  await expect(active).toBeInViewport({ ratio: 1 });
});

for (const locale of ['en', 'zh-CN']) {
  test.describe(locale, () => {
    test.use({ locale });
    test('has no accessibility violations with a text, without one, and in a repository', async ({
      page,
    }) => {
      await page.goto('/octo/hello');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('/');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('option').first()).toBeVisible();
      expect(await findBarriersInThemes(page)).toEqual([]);
      await dialog.getByRole('combobox').fill('octo/hello');
      await expect(dialog.getByRole('option', { name: 'hello-branch' })).toBeVisible();
      expect(await findBarriersInThemes(page)).toEqual([]);
      await page.keyboard.press('ArrowRight');
      await expect(dialog.getByRole('button')).toHaveCount(2);
      await expect(dialog.getByRole('option', { name: 'hello-branch' })).toBeVisible();
      expect(await findBarriersInThemes(page)).toEqual([]);
    });
  });
}

test('keeps text typed before the palette is loaded', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/static/search-palette-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('hellp');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('o');
  release();
  const field = page.getByRole('dialog').getByRole('combobox');
  await expect(field).toHaveValue('hello');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/octo/hello');
});
