// @vitest-environment happy-dom
import { commitPipelineFile, listBuilds } from '@millrace/contract/api';
import { recentBuild } from '@millrace/contract/testing';
import { vi } from 'vitest';
import { expect, type ScreenFixtures, screen, test, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const key = 'millrace.pipeline-draft.octo/hello/master';
const url = '/octo/hello/settings/pipeline';

const draftOf = (commit: string) => JSON.stringify({ text: 'edited\n', commit });

/** Opens the dialog for a draft of this tab. */
async function openDialog(
  { open, user }: Pick<ScreenFixtures, 'open' | 'user'>,
  commit = 'a'.repeat(40),
) {
  serveConfig({ extras: true });
  sessionStorage.setItem(key, draftOf(commit));
  await open(url);
  await user.click(await screen.findByRole('button', { name: 'Commit…' }));
  return within(await screen.findByRole('dialog', { name: 'Commit .drone.yml' }));
}

test('commits the text to the branch', async ({ mock, open, user }) => {
  const dialog = await openDialog({ open, user });
  await user.clear(dialog.getByRole('textbox', { name: 'Message' }));
  await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'Test more');
  await user.click(dialog.getByRole('button', { name: 'Commit' }));
  const notice = await screen.findByText(/Committed bbbbbbbb to master/);
  expect(mock.calls(commitPipelineFile)[0]?.body).toEqual({
    text: 'edited\n',
    message: 'Test more',
    branch: 'master',
    commit: 'a'.repeat(40),
  });
  expect(within(notice).getByRole('link', { name: 'Commit' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Commit…' })).toBeNull();
  expect(sessionStorage.getItem(key)).toBeNull();
});

test('links the build that the commit has started, when there is one', async ({
  mock,
  open,
  user,
}) => {
  mock.state.builds = {};
  const dialog = await openDialog({ open, user });
  await user.click(dialog.getByRole('button', { name: 'Commit' }));
  const notice = await screen.findByText(/Committed bbbbbbbb to master/);
  await vi.waitFor(() => expect(mock.calls(listBuilds).length).toBeGreaterThan(0));
  expect(within(notice).queryByRole('link', { name: /Build #/ })).toBeNull();
  mock.state.builds = { 'octo/hello': [recentBuild({ number: 9, after: 'b'.repeat(40) })] };
  const link = await within(notice).findByRole('link', { name: 'Build #9' });
  expect(link).toHaveAttribute('href', '/octo/hello/9');
});

test('commits to a new branch, and shows its file', async ({ mock, open, user }) => {
  const dialog = await openDialog({ open, user });
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Branch' }), 'new');
  await user.type(dialog.getByRole('textbox', { name: 'Name of the new branch' }), 'edits/one');
  await user.click(dialog.getByRole('button', { name: 'Commit' }));
  const notice = await screen.findByText(/Committed bbbbbbbb to edits\/one/);
  expect(within(notice).getByRole('link', { name: 'Open a pull request' })).toBeVisible();
  expect(mock.calls(commitPipelineFile)[0]?.body).toMatchObject({ new_branch: 'edits/one' });
  expect(await screen.findByText(/on the branch edits\/one/)).toBeVisible();
});

test('keeps the text and the dialog if the forge refuses', async ({ mock, open, user }) => {
  mock.fail(commitPipelineFile, 'The forge refused: protected branch', 403);
  const dialog = await openDialog({ open, user });
  await user.click(dialog.getByRole('button', { name: 'Commit' }));
  const alert = await dialog.findByRole('alert');
  expect(alert).toHaveTextContent('protected branch');
  expect(alert).toHaveTextContent('You can commit to a new branch.');
  expect(sessionStorage.getItem(key)).toBe(draftOf('a'.repeat(40)));
});

test('commits a draft to the commit that it was made from, after a reload', async ({
  mock,
  open,
  user,
}) => {
  const dialog = await openDialog({ open, user }, 'c'.repeat(40));
  await user.click(dialog.getByRole('button', { name: 'Commit' }));
  await screen.findByText(/Committed bbbbbbbb to master/);
  expect(mock.calls(commitPipelineFile)[0]?.body).toMatchObject({ commit: 'c'.repeat(40) });
});
