import { BuildPage } from '../pages/build-page.ts';
import { countProcesses } from '../support/processes.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test('ends a canceled build and its processes, including one that ignores TERM', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const sleeper = `sleep 987${process.pid}${Date.now() % 100_000}`;
  const tree = await WorkTree.create(millrace, slug);
  const commands = ["trap '' TERM", 'echo the wheel turns', `while true; do ${sleeper}; done`];
  await tree.commit({ '.drone.yml': pipelineOf(commands) }, 'Run forever');
  await tree.push();
  await page.goto(`${millrace.url}/${slug}/1/1/2`);
  const build = new BuildPage(page);
  await expect(build.log.getByText('the wheel turns', { exact: true })).toBeVisible();
  await expect.poll(() => countProcesses(sleeper)).toBeGreaterThan(0);

  await build.cancel.click();
  await expect(build.status('killed')).toBeVisible();
  await page.getByRole('link', { name: /work/ }).click();
  await expect(page.getByText('Step is killed (canceled)')).toBeVisible();
  await expect.poll(() => countProcesses(sleeper), { timeout: 15_000 }).toBe(0);
  await expect(build.log.getByText('the wheel turns', { exact: true })).toBeVisible();
});
