import { BuildPage } from '../pages/build-page.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test('edits the pipeline file, reads the plan and commits it, which starts a build', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipelineOf(['echo before']) }, 'Before');
  await tree.push();
  await page.goto(`${millrace.url}/${slug}/settings/pipeline`);
  const editor = page.getByRole('textbox', { name: 'Text of .drone.yml' });
  await expect(editor).toContainText('echo before');

  await editor.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n---\nkind: pipeline');
  await page.keyboard.insertText('\ntype: exec\nname: second\nsteps: []\n');
  await expect(page.getByRole('list', { name: 'Stages' })).toContainText('second');

  await page.getByRole('button', { name: 'Commit…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Commit .drone.yml' });
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Add a second pipeline');
  await dialog.getByRole('button', { name: 'Commit', exact: true }).click();
  await expect(page.getByText(/^Committed \w{8} to main/)).toBeVisible();

  await page.goto(`${millrace.url}/${slug}/2`);
  await expect(page.getByText('Add a second pipeline').first()).toBeVisible();
  await expect(new BuildPage(page).status('success')).toBeVisible();
});
