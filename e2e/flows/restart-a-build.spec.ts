import { BuildPage } from '../pages/build-page.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test('restarts the same commit under a new number', async ({ millrace, slug, signedIn: page }) => {
  const tree = await WorkTree.create(millrace, slug);
  const files = { '.drone.yml': pipelineOf(['echo build $DRONE_BUILD_NUMBER of $DRONE_COMMIT']) };
  await tree.commit(files, 'Turn once');
  const sha = (await tree.git('rev-parse', 'HEAD')).stdout;
  await tree.push();
  await page.goto(`${millrace.url}/${slug}/1/1/2`);
  const build = new BuildPage(page);
  await expect(build.log.getByText(`build 1 of ${sha}`, { exact: true })).toBeVisible();

  await build.restart.click();
  await expect(page).toHaveURL(`${millrace.url}/${slug}/2/1/1`);
  // Until the new build is shown, the link is that of the old one.
  await expect(page.getByRole('heading', { level: 1, name: /#2/ })).toBeVisible();
  await page.getByRole('link', { name: /work/ }).click();
  await expect(build.log.getByText(`build 2 of ${sha}`, { exact: true })).toBeVisible();
});
