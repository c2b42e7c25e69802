import { Admin } from '../support/admin.ts';
import { findBarriersInThemes } from '../support/barriers.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test('finds the commit that broke a step, among eight that were pushed at once', async ({
  millrace,
  signedIn: page,
  slug,
}) => {
  const published = `${millrace.dir}/published-${slug.replace('/', '-')}`;
  const file = pipelineOf([
    'test "$(cat wheel)" -lt 5 || (echo "error: it turns too fast"; exit 1)',
  ]).trimEnd();
  const publish = `\n  - name: publish\n    commands: [ "echo $DRONE_COMMIT >> ${published}" ]\n`;
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': file + publish, wheel: '0' }, 'Build the wheel');
  await tree.push();
  const admin = await Admin.signIn(millrace);
  expect((await admin.finishedBuild(slug, 1)).status).toBe('success');
  for (let speed = 1; speed <= 8; speed++) {
    await tree.commit({ wheel: String(speed) }, `Turn the wheel with speed ${speed}`);
  }
  await tree.push();
  expect((await admin.finishedBuild(slug, 2)).status).toBe('failure');

  await page.goto(`${millrace.url}/${slug}/2`);
  await page.getByRole('button', { name: 'Find the commit' }).click();
  await page
    .getByRole('alertdialog', { name: 'Find the commit?' })
    .getByRole('button', { name: 'Find the commit' })
    .click();
  await expect(page).toHaveURL(/\/bisections\/\d+$/);
  await expect(page.getByRole('heading', { name: 'Commit found' })).toBeVisible({
    timeout: 60_000,
  });
  const main = page.getByRole('main');
  await expect(main.locator('strong')).toHaveText('Turn the wheel with speed 5');
  await expect(main).toContainText(/99\.\d % certain after [3-9] runs/);
  expect(await findBarriersInThemes(page)).toEqual([]);

  const runs = page.getByRole('region', { name: 'Runs' });
  await runs
    .getByRole('link', { name: /failed/ })
    .last()
    .click();
  const failure = page.getByRole('group', { name: 'What failed' });
  await expect(failure.getByRole('link', { name: /it turns too fast/ })).toBeVisible();
  await expect(failure.getByRole('link', { name: 'Part of a bisection' })).toBeVisible();
  // Only the first build got so far: the others ended at the step.
  const { stages = [] } = await admin.findBuild(slug, 3);
  expect(stages.flatMap(({ steps = [] }) => steps.map(({ name }) => name))).not.toContain(
    'publish',
  );
  const latest = await admin.call<{ number: number }>('GET', `/api/repos/${slug}/builds/latest`);
  expect(latest.number).toBe(2);
});
