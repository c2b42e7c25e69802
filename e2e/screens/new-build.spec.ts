import { createBuild } from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import { atEachWidth, expect, test, toast } from '../support/screen.ts';

async function openDialog(page: Page) {
  await page.goto('/octo/hello');
  await page.getByRole('button', { name: 'New Build' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a New Build' });
  await expect(dialog).toBeVisible();
  const add = async (key: string, value: string) => {
    await dialog.getByLabel('Key').fill(key);
    await dialog.getByLabel('Value').fill(value);
    await dialog.getByRole('button', { name: '+ Add' }).click();
  };
  const create = () => dialog.getByRole('button', { name: 'Create', exact: true }).click();
  return { dialog, add, create };
}

atEachWidth(() => {
  test('branch, commit and parameters are sent, and the new build opens', async ({
    page,
    mock,
  }) => {
    const { dialog, add, create } = await openDialog(page);
    await dialog.getByLabel('Target branch').fill(' release ');
    await dialog.getByLabel('Commit').fill(' 0123abcd ');
    await add('GRAIN', 'rye');
    await add('SPEED', 'slow & steady');
    await create();
    await expect(toast(page, 'New build has started successfully')).toBeVisible();
    await expect(page).toHaveURL('/octo/hello/4');
    await expect(dialog).toBeHidden();
    expect(mock.calls(createBuild).map(({ query }) => query)).toEqual([
      { branch: 'release', commit: '0123abcd', GRAIN: 'rye', SPEED: 'slow & steady' },
    ]);
  });

  test('a parameter needs a key and a value, and can be removed', async ({ page, mock }) => {
    const { dialog, add, create } = await openDialog(page);
    const plus = dialog.getByRole('button', { name: '+ Add' });
    await expect(plus).toBeDisabled();
    await dialog.getByLabel('Key').fill('GRAIN');
    await expect(plus).toBeDisabled();
    await dialog.getByLabel('Key').fill('');
    await dialog.getByLabel('Value').fill('rye');
    await expect(plus).toBeDisabled();
    await add('GRAIN', 'rye');
    await add('SPEED', 'slow');
    await expect(dialog.getByRole('listitem')).toHaveText(['GRAIN=rye', 'SPEED=slow']);
    await expect(dialog.getByLabel('Key')).toHaveValue('');
    await dialog.getByRole('button', { name: 'Remove GRAIN' }).click();
    await dialog.getByLabel('Key').fill('STONE');
    await dialog.getByLabel('Value').fill('old');
    await create();
    await expect
      .poll(() => mock.calls(createBuild).map(({ query }) => query))
      .toEqual([{ SPEED: 'slow', STONE: 'old' }]);
  });
});

test('a dialog that is open again is its own, whatever the one before it brings', async ({
  page,
  mock,
}) => {
  const { dialog, create } = await openDialog(page);
  const answer = mock.hold(createBuild);
  await create();
  await expect.poll(() => mock.calls(createBuild)).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'New Build' }).click();
  await dialog.getByLabel('Target branch').fill('release');
  answer();
  await expect(toast(page, 'New build has started successfully')).toBeVisible();
  await expect(dialog.getByLabel('Target branch')).toHaveValue('release');
  await expect(page).toHaveURL('/octo/hello');
});

test('a failure keeps the dialog and all that was typed', async ({ page, mock }) => {
  mock.fail(createBuild, 'There is no branch nowhere', 404);
  const { dialog, add, create } = await openDialog(page);
  await dialog.getByLabel('Target branch').fill('nowhere');
  await dialog.getByLabel('Commit').fill('0123abcd');
  await add('GRAIN', 'rye');
  await create();
  await expect(
    toast(page, 'Unable to start a new build: There is no branch nowhere'),
  ).toBeVisible();
  await expect(dialog.getByLabel('Target branch')).toHaveValue('nowhere');
  await expect(dialog.getByLabel('Commit')).toHaveValue('0123abcd');
  await expect(dialog.getByRole('listitem')).toHaveText(['GRAIN=rye']);
  mock.mend(createBuild);
  await create();
  await expect(page).toHaveURL('/octo/hello/4');
});

test('a build that the pipeline skips is told, and nothing opens', async ({ page, mock }) => {
  mock.reply(createBuild, () => null);
  const { dialog, create } = await openDialog(page);
  await create();
  await expect(toast(page, 'The pipeline was skipped')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/octo/hello');
});

test('Cancel closes the dialog and forgets what was typed', async ({ page, mock }) => {
  const { dialog } = await openDialog(page);
  await dialog.getByLabel('Target branch').fill('nowhere');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'New Build' }).click();
  await expect(dialog.getByLabel('Target branch')).toHaveValue('');
  expect(mock.calls(createBuild)).toEqual([]);
});
