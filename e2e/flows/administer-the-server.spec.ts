import { Admin } from '../support/admin.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

// They pause what every build of the server needs.
test.use({ hasOwnServer: true });

test('pauses the queue, cancels a waiting build there, and resumes it', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const admin = await Admin.signIn(millrace);
  await page.goto(`${millrace.url}/settings/users`);
  await page.getByRole('link', { name: 'Queue' }).click();
  await page.getByRole('button', { name: 'Pause queue' }).click();
  await expect(page.getByText('The queue is paused: running stages continue')).toBeVisible();

  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipelineOf(['echo hello']) }, 'Begin');
  await tree.push();
  const row = page.getByRole('row').filter({ hasText: `${slug} #1` });
  await expect(row).toContainText('The queue is paused.');
  await row.getByRole('button', { name: `Cancel build ${slug} #1` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel build' }).click();
  await expect(row).toBeHidden();
  expect((await admin.findBuild(slug, 1)).status).toBe('killed');

  await page.getByRole('button', { name: 'Resume queue' }).click();
  await tree.commit({ 'file.txt': 'more' }, 'Continue');
  await tree.push();
  expect((await admin.finishedBuild(slug, 2)).status).toBe('success');
});

test('pauses a runner, shows why a stage waits for it, and resumes it', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const admin = await Admin.signIn(millrace);
  await page.goto(`${millrace.url}/settings/runners`);
  await page.getByRole('button', { name: /^Pause .*-built-in$/ }).click();
  const runner = page.getByRole('row').filter({ hasText: '-built-in' });
  await expect(runner).toContainText('Paused');

  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipelineOf(['echo hello']) }, 'Begin');
  await tree.push();
  await page.goto(`${millrace.url}/settings/queue?q=${slug}`);
  const stage = page.getByRole('row').filter({ hasText: `${slug} #1` });
  await expect(stage).toContainText(/The matching runners are paused: .*-built-in\./);

  await page.goto(`${millrace.url}/settings/runners`);
  await page.getByRole('button', { name: /^Resume .*-built-in$/ }).click();
  await expect(runner).toContainText('Connected');
  expect((await admin.finishedBuild(slug, 1)).status).toBe('success');
});

test('lists the repositories and the state of the server, and records what was changed', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const admin = await Admin.signIn(millrace);
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipelineOf(['echo hello']) }, 'Begin');
  await tree.push();
  await admin.finishedBuild(slug, 1);
  await page.goto(`${millrace.url}/settings/repositories?q=${slug}`);
  const repo = page.getByRole('row').filter({ hasText: slug });
  await expect(repo).toContainText('#1');
  await repo.getByRole('button', { name: `Deactivate ${slug}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(repo).toContainText('Inactive');
  await repo.getByRole('button', { name: `Activate ${slug}` }).click();
  await expect(repo.getByRole('button', { name: `Deactivate ${slug}` })).toBeVisible();

  await page.getByRole('link', { name: 'System', exact: true }).click();
  await expect(page.getByText(/^SQLite 3\./)).toBeVisible();
  await page.getByLabel('Filter settings').fill('millrace_port');
  const row = page.getByRole('row').filter({ hasText: 'MILLRACE_PORT' });
  await expect(row).toContainText('Environment');

  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  const events = page.getByRole('table', { name: 'Audit Log' });
  await expect(events.getByRole('row').filter({ hasText: slug }).first()).toContainText(
    'Activated a repository',
  );
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await expect(page.getByText('There are no background jobs.')).toBeVisible();
});
