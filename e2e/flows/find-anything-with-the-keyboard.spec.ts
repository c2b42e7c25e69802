import type { Page } from '@playwright/test';
import { Admin } from '../support/admin.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

const search = (page: Page) => page.getByRole('dialog', { name: 'Search' });

async function type(page: Page, text: string) {
  await page.keyboard.press('ControlOrMeta+k');
  await search(page).getByRole('combobox').fill(text);
}

test('finds and opens a branch, a build and a page with the keyboard', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipelineOf(['echo hello']) }, 'Begin');
  await tree.push();
  await tree.git('switch', '--quiet', '--create', 'feature/wheel');
  await tree.commit({ 'wheel.txt': 'round' }, 'Grind wheat');
  await tree.push('feature/wheel');
  const admin = await Admin.signIn(millrace);
  await admin.finishedBuild(slug, 2);
  await page.goto(millrace.url);
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toContainText('Grind wheat');

  await test.step('open a branch of a repository by name', async () => {
    await type(page, `${slug} WHEEL`);
    await expect(search(page).getByRole('option', { name: /feature\/wheel/ })).toBeVisible();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/${slug}/2(/1/1)?$`));
  });

  await test.step('open a build by word prefixes', async () => {
    await type(page, 'grin whea');
    await expect(search(page).getByRole('option', { name: /#2 Grind wheat/ })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('open a build by its number', async () => {
    await type(page, '#1');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${millrace.url}/${slug}/1`);
  });

  await test.step('open a page of the current repository', async () => {
    await type(page, 'branches');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${millrace.url}/${slug}/branches`);
    await expect(page.getByRole('list', { name: 'Branches' }).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('run an action', async () => {
    await type(page, 'new build');
    await page.keyboard.press('Enter');
    const branch = page.getByRole('dialog').getByRole('combobox', { name: 'Target branch' });
    await branch.fill('whe');
    await page.getByRole('option', { name: 'feature/wheel' }).click();
    await expect(branch).toHaveValue('feature/wheel');
    await branch.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/${slug}/3`));
  });
});
