import { BuildPage } from '../pages/build-page.ts';
import { findBarriers } from '../support/barriers.ts';
import { expect, test } from '../support/test.ts';
import { WorkTree } from '../support/work-tree.ts';

const arch = process.arch === 'arm64' ? 'arm64' : 'amd64';
const code = `kind: pipeline
type: exec
name: default
platform: { os: linux, arch: ${arch} }
steps: [{ name: work, commands: ["echo {{ .input.word }} from the template"] }]
`;

test('uses a template in builds after it is created and edited in the UI', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  const use = 'kind: template\nload: greet.yaml\ndata: { word: hello }\n';
  await tree.commit({ '.drone.yml': use }, 'Load a template');
  await tree.push();

  await page.goto(`${millrace.url}/${slug}/settings/templates`);
  await expect(page.getByText('No Templates.')).toBeVisible();
  await page.getByRole('button', { name: 'New Template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a New Template' });
  const editor = page.getByRole('textbox', { name: 'Template code' });
  await expect(editor).toContainText('std.extVar');
  await dialog.getByRole('combobox', { name: 'Extension' }).selectOption('.yaml');
  await expect(editor).toContainText('{{ .build.branch }}');
  await dialog.getByLabel('Name').fill('greet');
  await editor.fill(code);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Template has been added successfully')).toBeVisible();
  await expect(page.getByRole('row', { name: /greet.yaml/ })).toBeVisible();

  const headers = { origin: millrace.url };
  const startBuild = () =>
    page.request.post(`${millrace.url}/api/repos/${slug}/builds`, { headers });
  await startBuild();
  await page.goto(`${millrace.url}/${slug}/2/1/2`);
  const build = new BuildPage(page);
  await expect(build.log.getByText('hello from the template', { exact: true })).toBeVisible();

  await page.goto(`${millrace.url}/${slug}/settings/templates`);
  await page.getByRole('button', { name: 'Edit greet.yaml' }).click();
  await expect(page.getByRole('dialog', { name: 'greet.yaml' })).toBeVisible();
  await expect(editor).toContainText('from the template');
  expect(await findBarriers(page)).toEqual([]);
  await editor.fill(code.replace('from the', 'from the edited'));
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Template has been edited successfully')).toBeVisible();
  await startBuild();
  await page.goto(`${millrace.url}/${slug}/3/1/2`);
  await expect(
    build.log.getByText('hello from the edited template', { exact: true }),
  ).toBeVisible();

  await page.goto(`${millrace.url}/${slug}/settings/templates`);
  await page.getByRole('button', { name: 'Delete greet.yaml' }).click();
  await page
    .getByRole('alertdialog', { name: 'Are you sure you want to remove template?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('Template has been removed successfully')).toBeVisible();
});
