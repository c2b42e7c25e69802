import { type BuildParameter, createBuild } from '@millrace/contract/api';
import { recentBuild } from '@millrace/contract/testing';
import type { Page } from '@playwright/test';
import { findBarriersInThemes } from '../support/barriers.ts';
import type { MockServer } from '../support/mock/server.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

const slug = 'octo/hello';
const asked: BuildParameter[] = [
  {
    name: 'VERSION',
    type: 'string',
    required: true,
    description: 'What is shipped, such as 1.2.3',
  },
  { name: 'LEVEL', type: 'choice', required: false, choices: ['quiet', 'loud'], default: 'quiet' },
  { name: 'DRY_RUN', type: 'boolean', required: false, description: 'Tell what would be done' },
  { name: 'COPIES', type: 'number', required: false, default: '2' },
];

function ask(mock: MockServer) {
  mock.state.builds[slug] = [recentBuild({ number: 7, attempt: 1 })];
  mock.state.parameters = asked;
}

async function openDialog(page: Page) {
  await page.goto(`/${slug}`);
  await expect(page.getByRole('region', { name: 'Executions' })).toContainText('#7');
  await page.getByRole('button', { name: 'New Build' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a New Build' });
  await expect(dialog).toBeVisible();
  return dialog;
}

atEachWidth(() => {
  test('shows an input for each parameter type, and sends the values', async ({ page, mock }) => {
    ask(mock);
    const dialog = await openDialog(page);
    const group = dialog.getByRole('group', { name: 'Asked for by the pipeline file' });
    const version = group.getByRole('textbox', { name: 'VERSION (required)' });
    await expect(version).toHaveAccessibleDescription('What is shipped, such as 1.2.3');
    await expect(group.getByRole('combobox', { name: 'LEVEL' })).toHaveValue('quiet');
    await expect(group.getByRole('checkbox', { name: 'DRY_RUN' })).not.toBeChecked();
    await expect(group.getByRole('spinbutton', { name: 'COPIES' })).toHaveValue('2');

    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(version).toBeFocused();
    expect(mock.calls(createBuild)).toEqual([]);

    await version.fill('1.2.3');
    await group.getByRole('combobox', { name: 'LEVEL' }).selectOption('loud');
    await group.getByRole('checkbox', { name: 'DRY_RUN' }).check();
    await dialog.getByLabel('Key').fill('OTHER');
    await dialog.getByLabel('Value').fill('free');
    await dialog.getByRole('button', { name: '+ Add' }).click();
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page).toHaveURL(`/${slug}/8`);
    expect(mock.calls(createBuild).map(({ query }) => query)).toEqual([
      { VERSION: '1.2.3', LEVEL: 'loud', DRY_RUN: 'true', COPIES: '2', OTHER: 'free' },
    ]);
  });

  test('has no accessibility violations in the dialog', async ({ page, mock }) => {
    ask(mock);
    const dialog = await openDialog(page);
    await expect(dialog.getByRole('group', { name: 'Asked for' })).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
  });
});
