// @vitest-environment happy-dom
import { createTemplate, deleteTemplate, type Template } from '@millrace/contract/api';
import {
  confirm,
  expect,
  findDialog,
  findToast,
  screen,
  test,
  waitFor,
} from '../../testing/screen-test.tsx';

const templates = '/octo/hello/settings/templates';
const question = 'Are you sure you want to remove template?';
const first: Template = {
  id: 1,
  namespace: 'octo',
  name: 'first.yaml',
  data: 'kind: pipeline',
  created: 0,
  updated: 0,
};

test('adds a new template at the top of the list', async ({ mock, open, user }) => {
  mock.state.templates = [first];
  await open(templates);
  const table = await screen.findByRole('table', { name: 'Templates' });
  await user.click(screen.getByRole('button', { name: 'New Template' }));
  const dialog = await findDialog('Create a New Template');
  await user.type(dialog.getByLabelText('Name'), 'added');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  const names = () =>
    [...table.querySelectorAll('tbody tr td:first-child')].map((cell) => cell.textContent);
  await waitFor(() => expect(names()).toEqual(['added.jsonnet', 'first.yaml']));
});

test('reports a duplicate name at its field', async ({ mock, open, user }) => {
  mock.fail(createTemplate, 'A template named taken.jsonnet already exists');
  await open(templates);
  await user.click(await screen.findByRole('button', { name: 'New Template' }));
  const dialog = await findDialog('Create a New Template');
  await user.type(dialog.getByLabelText('Name'), 'taken{Enter}');
  await findToast('A template named taken.jsonnet already exists');
  const name = dialog.getByLabelText('Name');
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveAccessibleDescription('A template named taken.jsonnet already exists');
});

test('reports a template without text at the editor', async ({ mock, open, user }) => {
  mock.fail(createTemplate, 'No Template Data Provided');
  await open(templates);
  await user.click(await screen.findByRole('button', { name: 'New Template' }));
  const dialog = await findDialog('Create a New Template');
  await user.type(dialog.getByLabelText('Name'), 'bare{Enter}');
  expect(await dialog.findByRole('alert')).toHaveTextContent('No Template Data Provided');
  await user.selectOptions(dialog.getByLabelText('Extension'), '.yaml');
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('removes a template after confirmation', async ({ mock, open, user }) => {
  mock.state.templates = [first];
  await open(templates);
  await user.click(await screen.findByRole('button', { name: 'Delete first.yaml' }));
  await confirm(user, question, 'Cancel');
  expect(mock.calls(deleteTemplate)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete first.yaml' }));
  await confirm(user, question, 'Delete');
  await findToast('Template has been removed successfully');
  await screen.findByText('No Templates.');
});
