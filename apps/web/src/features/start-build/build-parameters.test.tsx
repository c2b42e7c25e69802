// @vitest-environment happy-dom
import {
  type BuildParameter,
  createBuild,
  listBuildParameters,
  promoteBuild,
} from '@millrace/contract/api';
import { recentBuild } from '@millrace/contract/testing';
import type { MockApi } from '@millrace/contract/testing/mock-api';
import type { UserEvent } from '@testing-library/user-event';
import {
  expect,
  findAddress,
  findDialog,
  findToast,
  screen,
  test,
  waitFor,
} from '../../testing/screen-test.tsx';

const slug = 'octo/hello';
const declared: BuildParameter[] = [
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

function mockParameters(mock: MockApi, fields: Parameters<typeof recentBuild>[0] = { attempt: 1 }) {
  mock.state.builds[slug] = [recentBuild({ number: 7, ...fields })];
  mock.state.parameters = declared;
}

async function openDialog(open: (path: string) => Promise<void>, user: UserEvent) {
  await open(`/${slug}`);
  await screen.findByText(/#7/, { selector: 'li *' });
  await user.click(await screen.findByRole('button', { name: 'New Build' }));
  return findDialog('Create a New Build');
}
type Dialog = Awaited<ReturnType<typeof openDialog>>;
const create = (dialog: Dialog, user: UserEvent) =>
  user.click(dialog.getByRole('button', { name: 'Create' }));

test('keeps the dialog and its input if the server rejects the build', async ({
  mock,
  open,
  user,
}) => {
  mockParameters(mock);
  mock.fail(createBuild, 'The parameter VERSION must be newer', 400);
  const dialog = await openDialog(open, user);
  await user.type(await dialog.findByLabelText(/VERSION/), '0.1');
  await user.clear(dialog.getByLabelText('COPIES'));
  await create(dialog, user);
  await findToast('Unable to start a new build: The parameter VERSION must be newer');
  expect(dialog.getByLabelText(/VERSION/)).toHaveValue('0.1');
  expect(dialog.getByLabelText('COPIES')).toHaveValue(null);
});

test('requests the parameters of another branch after a debounce, and keeps the input', async ({
  mock,
  open,
  user,
}) => {
  mockParameters(mock);
  const dialog = await openDialog(open, user);
  await user.type(await dialog.findByLabelText(/VERSION/), '1.2.3');
  mock.state.parameters = declared.slice(0, 1);
  await user.type(dialog.getByLabelText('Target branch'), 'release');
  await waitFor(() => expect(dialog.queryByLabelText('LEVEL')).toBeNull());
  expect(dialog.getByLabelText(/VERSION/)).toHaveValue('1.2.3');
  // On a busy machine, the debounce may also elapse between two letters, so only the last request is checked.
  const branches = () => mock.calls(listBuildParameters).map(({ query }) => query.branch);
  await waitFor(() => expect(branches().at(-1)).toBe('release'));
});

test('requests the parameters of a deployment', async ({ mock, open, user }) => {
  mockParameters(mock);
  await open(`/${slug}/7`);
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Promote' }));
  const dialog = await findDialog('Create deployment');
  await user.type(await dialog.findByLabelText(/VERSION/), '1.2.3');
  await user.click(dialog.getByRole('button', { name: 'Deploy' }));
  await waitFor(() => expect(mock.calls(promoteBuild)).toHaveLength(1));
  expect(mock.calls(promoteBuild)[0]?.query).toMatchObject({ VERSION: '1.2.3', LEVEL: 'quiet' });
  expect(mock.calls(listBuildParameters)[0]?.query).toMatchObject({ event: 'promote', build: '7' });
});

test('does not request parameters if the server does not support them', async ({
  mock,
  open,
  user,
}) => {
  mockParameters(mock, {});
  const dialog = await openDialog(open, user);
  await user.type(dialog.getByLabelText('Target branch'), 'release');
  dialog.getByLabelText('Key');
  expect(dialog.queryByRole('group', { name: /Asked for/ })).toBeNull();
  expect(mock.calls(listBuildParameters)).toEqual([]);
});

test('shows no parameter fields if the pipeline file cannot be read', async ({
  mock,
  open,
  user,
}) => {
  mockParameters(mock);
  mock.fail(listBuildParameters, 'There is no .drone.yml in commit 0123abcd', 404);
  const dialog = await openDialog(open, user);
  await waitFor(() => expect(mock.calls(listBuildParameters).length).toBeGreaterThan(0));
  await create(dialog, user);
  await findAddress(`/${slug}/8`);
});

test('reports an empty required parameter at its field, and focuses it', async ({
  mock,
  open,
  user,
}) => {
  mockParameters(mock);
  const dialog = await openDialog(open, user);
  const version = await dialog.findByLabelText(/VERSION/);
  await create(dialog, user);
  expect(version).toBeInvalid();
  expect(version).toHaveAccessibleDescription('Please fill in this field.');
  expect(version).toHaveFocus();
  expect(mock.calls(createBuild)).toEqual([]);
  await user.type(version, '1.2.3');
  expect(version).toHaveAccessibleDescription('What is shipped, such as 1.2.3');
});

test('reports a missing environment at its field', async ({ mock, open, user }) => {
  mock.state.builds[slug] = [recentBuild({ number: 7 })];
  mock.fail(promoteBuild, 'Missing target environment', 400);
  await open(`/${slug}/7`);
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Promote' }));
  const dialog = await findDialog('Create deployment');
  await user.click(dialog.getByRole('button', { name: 'Deploy' }));
  await findToast('Unable to create new deploy: Missing target environment');
  const target = dialog.getByRole('combobox', { name: /Target/ });
  await waitFor(() => expect(target).toHaveFocus());
  expect(target).toHaveAccessibleDescription('Missing target environment');
});
