// @vitest-environment happy-dom
import { createBuild } from '@millrace/contract/api';
import type { MockApi } from '@millrace/contract/testing/mock-api';
import {
  expect,
  findAddress,
  findDialog,
  findToast,
  type ScreenFixtures,
  screen,
  test,
  textsOf,
  waitFor,
} from '../../testing/screen-test.tsx';

const title = 'Create a New Build';

async function openDialog({ open, user }: Pick<ScreenFixtures, 'open' | 'user'>) {
  await open('/octo/hello');
  await user.click(await screen.findByRole('button', { name: 'New Build' }));
  const dialog = await findDialog(title);
  const add = async (key: string, value: string) => {
    await user.clear(dialog.getByLabelText('Key'));
    await user.type(dialog.getByLabelText('Key'), key);
    await user.clear(dialog.getByLabelText('Value'));
    await user.type(dialog.getByLabelText('Value'), value);
    await user.click(dialog.getByRole('button', { name: '+ Add' }));
  };
  const create = () => user.click(dialog.getByRole('button', { name: 'Create' }));
  return { dialog, add, create };
}

const noDialog = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
const queries = (mock: MockApi) => mock.calls(createBuild).map(({ query }) => query);

test('starts one build after a double click', async ({ mock, open, user }) => {
  await open('/octo/hello');
  await user.click(await screen.findByRole('button', { name: 'New Build' }));
  const button = (await findDialog('Create a New Build')).getByRole('button', { name: 'Create' });
  button.click();
  button.click();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(mock.calls(createBuild)).toHaveLength(1);
});

test('sends branch, commit and parameters, and opens the new build', async ({
  mock,
  open,
  user,
}) => {
  const { dialog, add, create } = await openDialog({ open, user });
  await user.type(dialog.getByLabelText('Target branch'), ' release ');
  await user.type(dialog.getByLabelText('Commit'), ' 0123abcd ');
  await add('GRAIN', 'rye');
  await add('SPEED', 'slow & steady');
  await create();
  await findToast('New build has started successfully');
  await findAddress('/octo/hello/4');
  await noDialog();
  expect(queries(mock)).toEqual([
    { branch: 'release', commit: '0123abcd', GRAIN: 'rye', SPEED: 'slow & steady' },
  ]);
});

test('requires a key and a value for a parameter, and can remove it', async ({
  mock,
  open,
  user,
}) => {
  const { dialog, add, create } = await openDialog({ open, user });
  const plus = dialog.getByRole('button', { name: '+ Add' });
  expect(plus).toBeDisabled();
  await user.type(dialog.getByLabelText('Key'), 'GRAIN');
  expect(plus).toBeDisabled();
  await user.clear(dialog.getByLabelText('Key'));
  await user.type(dialog.getByLabelText('Value'), 'rye');
  expect(plus).toBeDisabled();
  await add('GRAIN', 'rye');
  await add('SPEED', 'slow');
  expect(textsOf(dialog.getAllByRole('listitem'))).toEqual(['GRAIN=rye', 'SPEED=slow']);
  expect(dialog.getByLabelText('Key')).toHaveValue('');
  await user.click(dialog.getByRole('button', { name: 'Remove GRAIN' }));
  await user.type(dialog.getByLabelText('Key'), 'STONE');
  await user.type(dialog.getByLabelText('Value'), 'old');
  await create();
  await waitFor(() => expect(queries(mock)).toEqual([{ SPEED: 'slow', STONE: 'old' }]));
});

test('ignores the response to an earlier dialog after reopening', async ({ mock, open, user }) => {
  const { create } = await openDialog({ open, user });
  const release = mock.hold(createBuild);
  await create();
  await waitFor(() => expect(mock.calls(createBuild)).toHaveLength(1));
  await user.keyboard('{Escape}');
  await noDialog();
  await user.click(screen.getByRole('button', { name: 'New Build' }));
  await user.type((await findDialog(title)).getByLabelText('Target branch'), 'release');
  release();
  await findToast('New build has started successfully');
  expect((await findDialog(title)).getByLabelText('Target branch')).toHaveValue('release');
  await findAddress('/octo/hello');
});

test('keeps the dialog and its input after a failure', async ({ mock, open, user }) => {
  mock.fail(createBuild, 'There is no branch nowhere', 404);
  const { dialog, add, create } = await openDialog({ open, user });
  await user.type(dialog.getByLabelText('Target branch'), 'nowhere');
  await user.type(dialog.getByLabelText('Commit'), '0123abcd');
  await add('GRAIN', 'rye');
  await create();
  await findToast('Unable to start a new build: There is no branch nowhere');
  const sameDialog = await findDialog(title);
  const branch = sameDialog.getByLabelText('Target branch');
  expect(branch).toHaveValue('nowhere');
  expect(branch).toBeInvalid();
  expect(branch).toHaveAccessibleDescription('There is no branch nowhere');
  await waitFor(() => expect(branch).toHaveFocus());
  expect(sameDialog.getByLabelText('Commit')).toHaveValue('0123abcd');
  expect(textsOf(sameDialog.getAllByRole('listitem'))).toEqual(['GRAIN=rye']);
  mock.restore(createBuild);
  await create();
  await findAddress('/octo/hello/4');
});

test('reports a build that the pipeline skips and opens nothing', async ({ mock, open, user }) => {
  mock.reply(createBuild, () => null);
  const { create } = await openDialog({ open, user });
  await create();
  await findToast('The pipeline was skipped: no trigger of it matches this build.');
  await noDialog();
  await findAddress('/octo/hello');
});

test('closes on Cancel and discards the input', async ({ mock, open, user }) => {
  const { dialog } = await openDialog({ open, user });
  await user.type(dialog.getByLabelText('Target branch'), 'nowhere');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await noDialog();
  await user.click(screen.getByRole('button', { name: 'New Build' }));
  expect((await findDialog(title)).getByLabelText('Target branch')).toHaveValue('');
  expect(mock.calls(createBuild)).toEqual([]);
});
