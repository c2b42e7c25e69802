import {
  createOrgSecret,
  createSecret,
  deleteOrgSecret,
  deleteSecret,
} from '@millrace/contract/api';
import { atEachWidth, confirm, expect, test, toast } from '../support/screen.ts';

const kinds = [
  {
    ...{ whose: 'repository', path: 'secrets', list: 'secrets', table: 'Secrets', word: 'secret' },
    ...{ add: 'New Secret', dialogTitle: 'Create a New Secret', empty: 'No Secrets' },
    ...{ create: createSecret, remove: deleteSecret, done: 'Secret' },
  },
  {
    ...{
      whose: 'organisation',
      path: 'org-secrets',
      list: 'orgSecrets',
      table: 'Organization Secrets',
    },
    ...{ word: 'organization secret', add: 'New Organization Secret', done: 'Organization secret' },
    ...{ dialogTitle: 'Create a New Organization Secret', empty: 'No Organization Secrets' },
    ...{ create: createOrgSecret, remove: deleteOrgSecret },
  },
] as const;

for (const kind of kinds) {
  const address = `/octo/hello/settings/${kind.path}`;
  const question = `Are you sure you want to delete this ${kind.word}?`;

  test.describe(kind.whose, () => {
    atEachWidth(() => {
      test(`a secret of the ${kind.whose} is made in the dialog and deleted`, async ({
        page,
        mock,
      }) => {
        await page.goto(address);
        await expect(page.getByText(kind.empty, { exact: true })).toBeVisible();
        await expect(
          page.getByText(
            'Manage sensitive configuration parameters, such as passwords, tokens, and ssh keys.',
          ),
        ).toBeVisible();
        await page.getByRole('button', { name: kind.add }).click();
        const dialog = page.getByRole('dialog', { name: kind.dialogTitle });
        await dialog.getByLabel('Name').fill('password');
        await dialog.getByLabel('Value').fill('two\nlines');
        await dialog.getByRole('checkbox', { name: 'Allow Pull Requests' }).check();
        await dialog.getByRole('button', { name: 'Create' }).click();
        await expect(toast(page, `${kind.done} has been added successfully`)).toBeVisible();
        await expect(dialog).toBeHidden();
        expect(mock.calls(kind.create).map(({ body }) => body)).toEqual([
          { name: 'password', data: 'two\nlines', pull_request: true },
        ]);
        const table = page.getByRole('table', { name: kind.table });
        await expect(table.getByRole('columnheader')).toHaveText([
          'Name',
          'Pull Requests',
          'Actions',
        ]);
        await expect(table.getByRole('row', { name: 'password Enabled' })).toBeVisible();

        await page.getByRole('button', { name: 'Delete password' }).click();
        await confirm(page, question, 'Cancel');
        expect(mock.calls(kind.remove)).toEqual([]);
        await page.getByRole('button', { name: 'Delete password' }).click();
        await confirm(page, question, 'Delete');
        await expect(toast(page, `${kind.done} has been removed successfully`)).toBeVisible();
        await expect(page.getByText(kind.empty, { exact: true })).toBeVisible();
        expect(mock.calls(kind.remove).map(({ params }) => params.secret)).toEqual(['password']);
      });
    });

    test(`a secret of the ${kind.whose} that is refused keeps the dialog`, async ({
      page,
      mock,
    }) => {
      mock.fail(kind.create, 'Invalid Secret Name');
      await page.goto(address);
      await page.getByRole('button', { name: kind.add }).click();
      const dialog = page.getByRole('dialog', { name: kind.dialogTitle });
      await dialog.getByLabel('Name').fill('not a name');
      await dialog.getByLabel('Value').fill('sesame');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await expect(toast(page, `Unable to add ${kind.word}: Invalid Secret Name`)).toBeVisible();
      await expect(dialog.getByLabel('Name')).toHaveValue('not a name');
      await expect(dialog.getByLabel('Value')).toHaveValue('sesame');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
    });

    test(`a secret of the ${kind.whose} that cannot be deleted stays`, async ({ page, mock }) => {
      mock.state[kind.list as 'secrets' | 'orgSecrets'] = [
        { id: 1, name: 'password', pull_request: false },
      ];
      mock.fail(kind.remove, 'database is locked', 500);
      await page.goto(address);
      await page.getByRole('button', { name: 'Delete password' }).click();
      await confirm(page, question, 'Delete');
      await expect(toast(page, `Unable to remove ${kind.word}: database is locked`)).toBeVisible();
      await expect(page.getByRole('row', { name: 'password Disabled' })).toBeVisible();
    });
  });
}

test('a secret that is being typed stays when the one before it is stored at last', async ({
  page,
  mock,
}) => {
  await page.goto('/octo/hello/settings/secrets');
  const add = page.getByRole('button', { name: 'New Secret' });
  const dialog = page.getByRole('dialog', { name: 'Create a New Secret' });
  const answer = mock.hold(createSecret);
  await add.click();
  await dialog.getByLabel('Name').fill('first');
  await dialog.getByLabel('Value').fill('of the first');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.poll(() => mock.calls(createSecret)).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await add.click();
  await dialog.getByLabel('Name').fill('second');
  answer();
  await expect(toast(page, 'Secret has been added successfully')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('second');
});
