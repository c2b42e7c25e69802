// @vitest-environment happy-dom
import { purgeBuilds } from '@millrace/contract/api';
import { sampleRepo, sampleUser } from '@millrace/contract/testing';
import {
  confirm,
  expect,
  findToast,
  screen,
  test,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';

const settings = '/octo/hello/settings';

test.beforeEach(({ mock }) => {
  mock.state.repos = [sampleRepo({ counter: 40 })];
});

const findField = async () =>
  within(await screen.findByRole('region', { name: 'Old Builds' })).getByLabelText(
    'Delete builds before number',
  );

test('deletes builds before a number after confirmation', async ({ mock, open, user }) => {
  await open(settings);
  await user.type(await findField(), '31{Enter}');
  const question = 'Delete the builds before #31?';
  expect(await screen.findByRole('alertdialog', { name: question })).toHaveAccessibleDescription(
    /^At most 30 builds of octo\/hello, with logs, files and test results,/,
  );
  await confirm(user, question, 'Cancel');
  expect(mock.calls(purgeBuilds)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete Builds' }));
  await confirm(user, question, 'Delete Builds');
  await findToast('Builds have been deleted');
  expect(mock.calls(purgeBuilds)[0]?.query).toEqual({ before: '31' });
  const field = await findField();
  await waitFor(() => expect(field).toHaveValue(null));
});

test('reports why the deletion failed, and keeps the number', async ({ mock, open, user }) => {
  mock.fail(purgeBuilds, 'database is locked', 500);
  await open(settings);
  await user.type(await findField(), '2{Enter}');
  await confirm(user, 'Delete the builds before #2?', 'Delete Builds');
  await findToast('Unable to delete builds: database is locked');
  expect(await findField()).toHaveValue(2);
});

test.for(['', '1', '42', '2.5'])(
  'rejects the number "%s" at the field',
  async (typed, { open, user }) => {
    await open(settings);
    const field = await findField();
    if (typed) await user.type(field, typed);
    await user.click(screen.getByRole('button', { name: 'Delete Builds' }));
    await waitFor(() => expect(field).toBeInvalid());
    expect(screen.queryByRole('alertdialog')).toBeNull();
  },
);

test('offers the deletion only to admins', async ({ mock, open }) => {
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: { read: true, write: true, admin: false } })];
  await open(settings);
  await screen.findByText('Project Webhooks');
  expect(screen.queryByRole('region', { name: 'Old Builds' })).toBeNull();
});
