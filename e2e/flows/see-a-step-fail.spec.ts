import { BuildPage } from '../pages/build-page.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test('shows the output and exit code of a failing step', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  const files = { '.drone.yml': pipelineOf(['echo the wheel is stuck', 'exit 7']) };
  await tree.commit(files, 'Break the wheel');
  await tree.push();
  await page.goto(`${millrace.url}/${slug}/1/1/2`);
  const build = new BuildPage(page);
  await expect(build.log.getByText('the wheel is stuck', { exact: true })).toBeVisible();
  await expect(page.getByText('Exit Code 7', { exact: true })).toBeVisible();
  await expect(build.status('failure')).toBeVisible();
});

test('reports line and reason for a malformed pipeline file', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  const broken = 'kind: pipeline\nsteps:\n  - name: a\n    commands: { b: c }\n';
  await tree.commit({ '.drone.yml': broken }, 'Write it wrong');
  expect((await tree.push()).exitCode).toBe(0);
  await page.goto(`${millrace.url}/${slug}/1`);
  await expect(
    page.getByText('.drone.yml: line 4, column 15: steps[a].commands must be a list'),
  ).toBeVisible();
});

test('shows a line of 5 MB completely, and stays responsive', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  const commands = ["head -c 5242880 /dev/zero | tr '\\\\0' x; echo", 'echo after the long line'];
  await tree.commit({ '.drone.yml': pipelineOf(commands) }, 'Print a long line');
  await tree.push();
  await page.goto(`${millrace.url}/${slug}/1/1/2`);
  await expect(page.getByText('Exit Code 0')).toBeVisible();
  const build = new BuildPage(page);
  // Browsers of tests do not optimize code, which makes reading the line many times slower.
  const timeout = 60_000;
  await expect(build.log.getByText('after the long line', { exact: true })).toBeVisible({
    timeout,
  });
  const logs = await page.request.get(`${millrace.url}/api/repos/${slug}/builds/1/logs/1/2`);
  const lines: { out: string }[] = await logs.json();
  expect(lines.map((line) => line.out.length)).toContain(5_242_881);
});
