// @vitest-environment happy-dom
import { cancelBuild, restartBuild } from '@millrace/contract/api';
import { recentBuild, sampleRepo } from '@millrace/contract/testing';
import { expect, findToast, screen, test, waitFor, within } from '../../testing/screen-test.tsx';

const slug = 'octo/hello';
const findBar = async () => within(await screen.findByRole('region', { name: 'Selected builds' }));

test('cancels and restarts several builds, after a question with their number', async ({
  mock,
  open,
  user,
}) => {
  mock.state.builds[slug] = [
    recentBuild({ number: 4, status: 'running' }),
    recentBuild({ number: 3, status: 'pending' }),
    recentBuild({ number: 2, status: 'failure' }),
    recentBuild({ number: 1, status: 'success' }),
  ];
  await open(`/${slug}`);
  await user.click(await screen.findByRole('button', { name: 'Select' }));
  const bar = await findBar();
  expect(bar.getByRole('button', { name: 'Cancel 0' })).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: /^Select #4 / }));
  await user.click(bar.getByRole('button', { name: 'Select the 4 shown' }));
  expect(bar.getByRole('status')).toHaveTextContent('4 builds selected');
  bar.getByRole('button', { name: 'Restart failed stages of 1' });
  await user.click(screen.getByRole('checkbox', { name: /^Select #1 / }));
  await user.click(bar.getByRole('button', { name: 'Cancel 2' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel 2 builds?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel 2' }));
  await findToast('2 builds changed');
  const numbers = mock.calls(cancelBuild).map(({ params }) => Number(params.build));
  expect(numbers.sort()).toEqual([3, 4]);
  expect((await findBar()).getByRole('status')).toHaveTextContent('0 builds selected');
  await user.click((await findBar()).getByRole('button', { name: 'Done' }));
  await screen.findByRole('link', { name: /#1 / });
});

test('selects all builds of a filter, and tells which were refused', async ({
  mock,
  open,
  user,
}) => {
  mock.state.builds[slug] = Array.from({ length: 60 }, (_, at) =>
    recentBuild({ number: at + 1, status: at < 55 ? 'failure' : 'success' }),
  ).reverse();
  mock.fail(restartBuild, 'not yours', 403);
  await open(`/${slug}?status=failure`);
  await user.click(await screen.findByRole('button', { name: 'Select' }));
  await user.click(
    await (await findBar()).findByRole('button', { name: /^Select (all|the newest) / }),
  );
  await user.click(
    await (await findBar()).findByRole('button', { name: 'Restart failed stages of 55' }),
  );
  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'Restart the failed stages of 55 builds?' }),
  );
  await user.click(dialog.getByRole('button', { name: 'Restart failed stages of 55' }));
  await findToast('55 builds unchanged. #55: not yours');
  expect(mock.calls(restartBuild)).toHaveLength(55);
});

test('is not offered without write permission', async ({ mock, open }) => {
  mock.state.repos = [sampleRepo({ permissions: { read: true, write: false, admin: false } })];
  mock.state.builds[slug] = [recentBuild({ number: 1 })];
  if (mock.state.user) mock.state.user.admin = false;
  await open(`/${slug}`);
  await screen.findByRole('link', { name: /#1 / });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Select' })).toBeNull());
});
