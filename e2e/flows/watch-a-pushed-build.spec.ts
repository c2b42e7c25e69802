import { BuildPage } from '../pages/build-page.ts';
import { Gate } from '../support/gate.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test.use({ hasOwnServer: true });

const printed = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);

test('shows a push on the open dashboard, and streams its log completely and in order', async ({
  millrace,
  signedIn: page,
}) => {
  await expect(page.getByText('Your Repository List is Empty.')).toBeVisible();
  const gate = new Gate(millrace);
  const tree = await WorkTree.create(millrace, 'admin/mill');
  await tree.commit(
    {
      '.drone.yml': pipelineOf([
        'for n in $(seq 1 40); do echo "line $n"; done',
        gate.wait,
        'for n in $(seq 41 80); do echo "line $n"; sleep 0.01; done',
      ]),
    },
    'Turn the wheel',
  );
  const push = await tree.push();
  expect(push.exitCode).toBe(0);

  const activity = page.getByRole('region', { name: 'Recent Activity' });
  const entry = activity.getByRole('link', { name: /mill/ });
  await expect(entry).toBeVisible();
  await entry.click();
  // The dashboard also shows the build.
  await expect(page.getByRole('heading', { name: 'mill', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: /Turn the wheel/ }).click();
  const build = new BuildPage(page);
  await expect(build.heading).toContainText('Turn the wheel');
  await page.getByRole('link', { name: /work/ }).click();

  await expect(build.log.getByText('line 40', { exact: true })).toBeVisible();
  await expect(page.getByText('Step is running...')).toBeVisible();
  await expect.poll(() => build.lines('line')).toEqual(printed(1, 40));

  await gate.open();
  await expect(page.getByText('Exit Code 0')).toBeVisible();
  await expect(build.log.getByText('line 80', { exact: true })).toBeVisible();
  await expect.poll(() => build.allLines('line')).toEqual(printed(1, 80));
  await expect(build.status('success')).toBeVisible();

  await page.goto(millrace.url);
  await expect(activity.getByRole('img', { name: 'success' }).first()).toBeVisible();
});
