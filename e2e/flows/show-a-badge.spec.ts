import type { Page } from '@playwright/test';
import { Admin } from '../support/admin.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** Reads the image and the link of the copied snippet. */
async function copySnippet(page: Page, branch: string) {
  await page.getByLabel('Branch').fill(branch);
  await page.getByRole('button', { name: /^Cop/ }).click();
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(read).toContain(encodeURIComponent(branch.trim()));
  const snippet = await read();
  const [, image = '', link = ''] = /^\[!\[Build Status\]\((.+)\)\]\((.+)\)$/.exec(snippet) ?? [];
  return { image, link };
}

test('copies a badge snippet that shows the status of a branch', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const admin = await Admin.signIn(millrace);
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipelineOf(['echo hello']) }, 'Begin');
  await tree.push();
  await admin.finishedBuild(slug, 1);
  await tree.commit({ '.drone.yml': pipelineOf(['exit 3']) }, 'Break');
  await tree.push('main:refs/heads/fix#1');
  await admin.finishedBuild(slug, 2);

  await page.goto(`${millrace.url}/${slug}/settings/badges`);
  const read = async (url: string) => (await page.request.get(url)).text();
  const main = await copySnippet(page, 'main');
  expect(main.link).toBe(`${millrace.url}/${slug}`);
  expect(await read(main.image)).toContain('success');
  const broken = await copySnippet(page, ' fix#1 ');
  expect(await read(broken.image)).toContain('failure');

  await tree.push();
  await admin.finishedBuild(slug, 3);
  expect(await read(main.image)).toContain('failure');
});
