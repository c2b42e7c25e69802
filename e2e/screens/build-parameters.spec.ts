import {
  type BuildParameter,
  createBuild,
  listBuildParameters,
  promoteBuild,
} from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import { someBuild } from '../../apps/web/src/testing/mock/state.ts';
import { findBarriersInThemes } from '../support/barriers.ts';
import type { MockServer } from '../support/mock/server.ts';
import { atEachWidth, expect, test, toast } from '../support/screen.ts';

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

function ask(mock: MockServer, fields: Parameters<typeof someBuild>[0] = { attempt: 1 }) {
  mock.state.builds[slug] = [someBuild({ number: 7, ...fields })];
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
  test('each parameter has the field of its type, and is sent', async ({ page, mock }) => {
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

  test('the dialog with fields has no barriers', async ({ page, mock }) => {
    ask(mock);
    const dialog = await openDialog(page);
    await expect(dialog.getByRole('group', { name: 'Asked for' })).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
  });
});

test('a refusal keeps the dialog and all that was typed', async ({ page, mock }) => {
  ask(mock);
  mock.fail(createBuild, 'The parameter VERSION must be newer', 400);
  const dialog = await openDialog(page);
  await dialog.getByLabel('VERSION').fill('0.1');
  await dialog.getByLabel('COPIES').fill('');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(
    toast(page, 'Unable to start a new build: The parameter VERSION must be newer'),
  ).toBeVisible();
  await expect(dialog.getByLabel('VERSION')).toHaveValue('0.1');
  await expect(dialog.getByLabel('COPIES')).toHaveValue('');
});

test('another branch is asked once the typing pauses, and what was typed stays', async ({
  page,
  mock,
}) => {
  ask(mock);
  const dialog = await openDialog(page);
  await dialog.getByLabel('VERSION').fill('1.2.3');
  mock.state.parameters = asked.slice(0, 1);
  await dialog.getByLabel('Target branch').pressSequentially('release');
  await expect(dialog.getByLabel('LEVEL')).toHaveCount(0);
  await expect(dialog.getByLabel('VERSION')).toHaveValue('1.2.3');
  // A machine that is busy pauses too: the branch that is typed to its end is the last one asked.
  const branches = () => mock.calls(listBuildParameters).map(({ query }) => query.branch);
  await expect.poll(() => branches().at(-1)).toBe('release');
});

test('a deployment is asked for its own parameters', async ({ page, mock }) => {
  ask(mock);
  await page.goto(`/${slug}/7`);
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Promote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create deployment' });
  await dialog.getByLabel('VERSION').fill('1.2.3');
  await dialog.getByRole('button', { name: 'Deploy' }).click();
  await expect.poll(() => mock.calls(promoteBuild).length).toBe(1);
  expect(mock.calls(promoteBuild)[0]?.query).toMatchObject({ VERSION: '1.2.3', LEVEL: 'quiet' });
  expect(mock.calls(listBuildParameters)[0]?.query).toMatchObject({ event: 'promote', build: '7' });
});

test('another server is not asked', async ({ page, mock }) => {
  ask(mock, {});
  const dialog = await openDialog(page);
  await expect(dialog.getByLabel('Key')).toBeVisible();
  await dialog.getByLabel('Target branch').fill('release');
  await expect(dialog.getByRole('group', { name: 'Asked for' })).toHaveCount(0);
  expect(mock.calls(listBuildParameters)).toEqual([]);
});

test('where the file cannot be read the dialog is as without it', async ({ page, mock }) => {
  ask(mock);
  mock.fail(listBuildParameters, 'There is no .drone.yml in commit 0123abcd', 404);
  const dialog = await openDialog(page);
  await expect.poll(() => mock.calls(listBuildParameters).length).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page).toHaveURL(`/${slug}/8`);
});
