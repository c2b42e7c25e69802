import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  type Template,
  updateTemplate,
} from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import { atEachWidth, confirm, expect, test, toast } from '../support/screen.ts';

const templates = '/octo/hello/settings/templates';
const question = 'Are you sure you want to remove template?';
const some = (name: string, data = 'kind: pipeline'): Template => ({
  id: 1,
  namespace: 'octo',
  name,
  data,
  created: 0,
  updated: 0,
});
const editor = (page: Page) => page.getByRole('textbox', { name: 'Template code' });
const names = (page: Page) =>
  page.getByRole('table', { name: 'Templates' }).locator('tbody tr td:first-child');

test.beforeEach(({ mock }) => {
  mock.mayTryStyles = true;
});

atEachWidth(() => {
  test('inserts an example for each extension, and creates the template under its name', async ({
    page,
    mock,
  }) => {
    await page.goto(templates);
    await expect(page.getByText('No Templates.')).toBeVisible();
    await expect(
      page.getByText(
        'You can create templates to simplify configuration management if you have large numbers of similar configuration files.',
      ),
    ).toBeVisible();
    await page.getByRole('button', { name: 'New Template' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a New Template' });
    const extension = dialog.getByLabel('Extension');
    await expect(extension.getByRole('option')).toHaveText(['.jsonnet', '.starlark', '.yaml']);
    await expect(editor(page)).toContainText('std.extVar("build.branch")');
    await extension.selectOption('.starlark');
    await expect(editor(page)).toContainText('def main(ctx):');
    await editor(page).fill('typed by hand');
    await extension.selectOption('.yaml');
    await expect(editor(page)).toContainText('{{ .build.branch }}');
    await expect(editor(page)).not.toContainText('typed by hand');
    await dialog.getByLabel('Name').fill(' greet ');
    await editor(page).fill('kind: pipeline');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(toast(page, 'Template has been added successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(mock.calls(createTemplate).map(({ body }) => body)).toEqual([
      { name: 'greet.yaml', data: 'kind: pipeline' },
    ]);
    await expect(names(page)).toHaveText(['greet.yaml']);
  });

  test('saves an edited template under its name', async ({ page, mock }) => {
    mock.state.templates = [some('first.yaml'), some('second.yaml', 'old text')];
    await page.goto(templates);
    await page.getByRole('button', { name: 'Edit second.yaml' }).click();
    const dialog = page.getByRole('dialog', { name: 'second.yaml' });
    await expect(editor(page)).toContainText('old text');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await editor(page).fill('new text');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(toast(page, 'Template has been edited successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(mock.calls(updateTemplate).map(({ body, params }) => [params.template, body])).toEqual([
      ['second.yaml', { data: 'new text' }],
    ]);
    await expect(names(page)).toHaveText(['second.yaml', 'first.yaml']);
  });
});

test('keeps an edited template open when a slow save of the previous one finishes', async ({
  page,
  mock,
}) => {
  mock.state.templates = [some('first.yaml'), some('second.yaml')];
  await page.goto(templates);
  const answer = mock.hold(updateTemplate);
  await page.getByRole('button', { name: 'Edit first.yaml' }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => mock.calls(updateTemplate)).toHaveLength(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit second.yaml' }).click();
  await editor(page).fill('typed since');
  answer();
  await expect(toast(page, 'Template has been edited successfully')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'second.yaml' })).toBeVisible();
  await expect(editor(page)).toContainText('typed since');
});

test('shows only the message of an error, and keeps the input of dialogs', async ({
  page,
  mock,
}) => {
  mock.state.templates = [some('first.yaml')];
  mock.fail(createTemplate, 'add failed', 500);
  mock.fail(updateTemplate, 'edit failed', 500);
  mock.fail(deleteTemplate, 'remove failed', 500);
  await page.goto(templates);
  await page.getByRole('button', { name: 'New Template' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('added');
  await editor(page).fill('typed');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(toast(page, 'add failed')).toHaveText(/^add failed$/);
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('added');
  await expect(editor(page)).toContainText('typed');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Edit first.yaml' }).click();
  await editor(page).fill('typed too');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(toast(page, 'edit failed')).toHaveText(/^edit failed$/);
  await expect(editor(page)).toContainText('typed too');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Delete first.yaml' }).click();
  await confirm(page, question, 'Delete');
  await expect(toast(page, 'remove failed')).toHaveText(/^remove failed$/);
  expect(mock.calls(listTemplates).length).toBeGreaterThan(0);
});

test('asks before Escape or navigation discards unsaved text', async ({ page, mock }) => {
  mock.state.templates = [some('first.yaml', 'old text')];
  await page.goto(templates.replace('templates', 'badges'));
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('button', { name: 'Edit first.yaml' }).click();
  const dialog = page.getByRole('dialog', { name: 'first.yaml' });
  await editor(page).pressSequentially('new ');
  await page.keyboard.press('Escape');
  const discard = page.getByRole('alertdialog', { name: /discard what you typed/ });
  await discard.getByRole('button', { name: 'Cancel' }).click();
  await expect(editor(page)).toContainText('new');
  await page.goBack();
  const leave = page.getByRole('alertdialog', { name: /leave without saving/ });
  await leave.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(new RegExp(`${templates}$`));
  await expect(editor(page)).toContainText('new');
  await page.goBack();
  await leave.getByRole('button', { name: 'Leave' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/badges$/);
});
