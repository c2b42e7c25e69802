import { Admin } from '../support/admin.ts';
import { findBarriersInThemes } from '../support/barriers.ts';
import { Gate } from '../support/gate.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test('promotes twice, shows what runs, and rolls back', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const admin = await Admin.signIn(millrace);
  const gate = new Gate(millrace);
  const tree = await WorkTree.create(millrace, slug);
  const commands = [`[ -z "$DRONE_DEPLOY_TO" ] || ${gate.wait}`];
  const push = async (message: string, build: number) => {
    await tree.commit({ '.drone.yml': pipelineOf(commands), message }, message);
    await tree.push();
    await expect.poll(() => admin.newestBuild(slug)).toBe(build);
    expect((await admin.finishedBuild(slug, build)).status).toBe('success');
  };
  await push('Open the gate', 1);
  await push('Turn the wheel', 2);
  await gate.open();
  await admin.call('POST', `/api/repos/${slug}/builds/1/promote?target=eu/live`);
  await admin.finishedBuild(slug, 3);

  await page.goto(`${millrace.url}/${slug}/deployments`);
  await page.getByRole('link', { name: 'eu/live', exact: true }).click();
  await expect(page).toHaveURL(`${millrace.url}/${slug}/deployments/eu/live`);
  const runs = page.getByRole('region', { name: 'What runs here' });
  await expect(runs.getByRole('link', { name: '#1 Open the gate' })).toBeVisible();
  const waits = page.getByRole('region', { name: 'Not deployed yet' });
  await expect(waits.getByRole('listitem')).toContainText(['Turn the wheel']);

  await gate.close();
  await waits.getByRole('button', { name: 'Deploy #2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create deployment' });
  await expect(dialog.getByLabel('Target environment')).toHaveValue('eu/live');
  await dialog.getByRole('button', { name: 'Deploy' }).click();
  // The page moves to the step that runs.
  await expect(page).toHaveURL(/\/4(\/\d+\/\d+)?$/);
  await page.goto(`${millrace.url}/${slug}/deployments/eu/live`);
  await expect(runs.getByRole('status')).toContainText('A newer deployment has not finished');
  await expect(runs.getByRole('link', { name: '#1 Open the gate' })).toBeVisible();
  await gate.open();
  await expect(runs.getByRole('link', { name: '#2 Turn the wheel' })).toBeVisible();
  await expect(runs.getByRole('status')).toHaveCount(0);
  await expect(waits).toContainText('No newer successful build of main waits');
  const changes = page.getByRole('region', { name: 'What changed' });
  await expect(changes.getByRole('list', { name: 'Commits added' })).toContainText(
    'Turn the wheel',
  );
  expect(await findBarriersInThemes(page)).toEqual([]);

  await page.getByRole('button', { name: 'Roll back to deployment #3' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Action' })).toHaveValue('rollback');
  await dialog.getByRole('button', { name: 'Deploy' }).click();
  await expect(page).toHaveURL(/\/5(\/\d+\/\d+)?$/);
  await admin.finishedBuild(slug, 5);
  expect(await admin.findBuild(slug, 5)).toMatchObject({ event: 'rollback', parent: 1 });
  await page.goto(`${millrace.url}/${slug}/deployments/eu/live`);
  await expect(runs.getByRole('link', { name: '#1 Open the gate' })).toBeVisible();
  await expect(changes.getByRole('list', { name: 'Commits taken back' })).toContainText(
    'Turn the wheel',
  );
  await expect(waits.getByRole('button', { name: 'Deploy #2' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(3);
});
