import { BuildPage } from '../pages/build-page.ts';
import { countProcesses } from '../support/processes.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test.use({ hasOwnServer: true });

test('shows on the open page that a server crash interrupted the build', async ({
  millrace,
  signedIn: page,
}) => {
  const sleeper = `sleep 986${process.pid}${Date.now() % 100_000}`;
  const tree = await WorkTree.create(millrace, 'admin/mill');
  await tree.commit({ '.drone.yml': pipelineOf(['echo before', sleeper]) }, 'Turn slowly');
  await tree.push();
  await page.goto(`${millrace.url}/admin/mill/1/1/2`);
  const build = new BuildPage(page);
  await expect(build.log.getByText('before', { exact: true })).toBeVisible();

  await millrace.crash();
  await millrace.start();
  await expect(build.status('error')).toBeVisible({ timeout: 30_000 });
  await expect(
    page.getByText('The server stopped while this stage was running').first(),
  ).toBeVisible();
  await expect(build.log.getByText('before', { exact: true })).toBeVisible();
  expect(countProcesses(sleeper)).toBe(0);
});

test('ends running builds and their processes on Ctrl-C, and exits with 0', async ({
  millrace,
}) => {
  const sleeper = `sleep 985${process.pid}${Date.now() % 100_000}`;
  const tree = await WorkTree.create(millrace, 'admin/mill');
  await tree.commit({ '.drone.yml': pipelineOf([sleeper]) }, 'Turn slowly');
  await tree.push();
  await expect.poll(() => countProcesses(sleeper)).toBeGreaterThan(0);
  expect(await millrace.end('SIGINT')).toBe(0);
  expect(countProcesses(sleeper)).toBe(0);
});
