import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Admin } from '../support/admin.ts';
import { findBarriersInThemes } from '../support/barriers.ts';
import { giveManyBuilds } from '../support/many-builds.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test.use({ hasOwnServer: true });

test('shows what failed, since when, why, and what changed', async ({
  millrace,
  signedIn: page,
}) => {
  const weather = join(millrace.dir, 'weather');
  await writeFile(weather, 'sun\n');
  const tree = await WorkTree.create(millrace, 'admin/mill');
  const commands = [`cat ${weather}`, `grep -q sun ${weather} || (echo "error: it rains"; exit 1)`];
  await tree.commit({ '.drone.yml': pipelineOf(commands) }, 'Turn in the sun');
  await tree.push();
  const admin = await Admin.signIn(millrace);
  await admin.finishedBuild('admin/mill', 1);
  await giveManyBuilds(millrace, 'admin/mill', 300, 'n % 7 = 0 or n > 297');
  await writeFile(weather, 'rain\n');
  await tree.commit({ wheel: 'wood' }, 'Make the wheel of wood');
  await tree.commit({ wheel: 'iron' }, 'Make the wheel of iron');
  await tree.push();
  await admin.finishedBuild('admin/mill', 301);

  await page.goto(`${millrace.url}/admin/mill/301`);
  const summary = page.getByRole('group', { name: 'What failed' });
  await summary
    .getByRole('button', { name: 'main has been failing since #298 (3 builds ago)' })
    .click();
  const step = summary.getByRole('listitem').first();
  await expect(step.getByRole('link', { name: /› work/ })).toBeVisible();
  // Of the 50 builds before it, #252, #259 … #294 and the last three failed.
  await expect(step).toContainText('failed in 10 of the last 50');
  await expect(step.getByRole('link', { name: /error: it rains/ })).toBeVisible();
  await expect(summary).toContainText('Last success: #297');
  await summary.getByRole('button', { name: '2 commits since' }).click();
  await expect(summary).toContainText('Make the wheel of iron');
  await expect(summary).toContainText('Make the wheel of wood');
  // The separator between steps and log has a position once it is measured.
  await expect(page.getByRole('separator')).toHaveAttribute('aria-valuenow', /\d/);
  expect(await findBarriersInThemes(page)).toEqual([]);

  await step.getByRole('link', { name: /error: it rains/ }).click();
  await expect(page).toHaveURL(/\/admin\/mill\/301\/1\/2#L\d+$/);
  await expect(page.getByRole('log').getByText('error: it rains', { exact: true })).toBeVisible();
  await step.getByRole('link', { name: /failing since #298/ }).click();
  // The page opens at the failed step.
  await expect(page).toHaveURL(`${millrace.url}/admin/mill/298/1/2`);
  await summary.getByRole('button', { name: 'What failed on main' }).click();
  await expect(summary.getByRole('listitem').first()).toContainText('new');
});
