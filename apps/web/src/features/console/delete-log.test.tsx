// @vitest-environment happy-dom
import { deleteLogs } from '@millrace/contract/api';
import {
  linesOf,
  recentStage,
  recentStep,
  sampleRepo,
  sampleUser,
} from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import { giveHeight } from '../../testing/give-height.ts';
import {
  confirm,
  expect,
  findToast,
  screen,
  test,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';

const question = 'Delete the log of default / test?';

test.beforeEach(({ mock }) => {
  giveHeight();
  setBuild(mock, {
    status: 'success',
    stages: [
      recentStage({ name: 'default', status: 'success', steps: [recentStep({ name: 'test' })] }),
    ],
  });
  mock.state.log = linesOf(['a line']);
});

const findPane = () => screen.findByRole('region', { name: 'Log of default, test' });

test('deletes the log of a step after confirmation', async ({ mock, open, user }) => {
  await open('/octo/hello/1/1/1');
  await screen.findByText('a line');
  await user.click(screen.getByRole('button', { name: 'Delete log' }));
  expect(await screen.findByRole('alertdialog', { name: question })).toHaveAccessibleDescription(
    'All lines of this step in octo/hello #1 are deleted and cannot be restored.',
  );
  await confirm(user, question, 'Cancel');
  expect(mock.calls(deleteLogs)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete log' }));
  await confirm(user, question, 'Delete');
  await findToast('Log has been deleted');
  const pane = await findPane();
  await within(pane).findByText('The log of this step has been deleted.');
  expect(screen.queryByText('a line')).toBeNull();
  await waitFor(() => expect(pane).toHaveFocus());
  expect(mock.calls(deleteLogs)[0]?.params).toMatchObject({ build: 1, stage: 1, step: 1 });
});

test('keeps a log if deleting it fails', async ({ mock, open, user }) => {
  mock.fail(deleteLogs, 'The step is still running');
  await open('/octo/hello/1/1/1');
  await screen.findByText('a line');
  await user.click(screen.getByRole('button', { name: 'Delete log' }));
  await confirm(user, question, 'Delete');
  await findToast('Unable to delete log: The step is still running');
  await screen.findByText('a line');
});

test('only administrators can delete a log', async ({ mock, open }) => {
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: { read: true, write: true, admin: false } })];
  await open('/octo/hello/1/1/1');
  await screen.findByText('a line');
  expect(screen.queryByRole('button', { name: 'Delete log' })).toBeNull();
});

test('the log of a running step cannot be deleted', async ({ mock, open }) => {
  setBuild(mock, {
    status: 'running',
    stages: [
      recentStage({
        name: 'default',
        status: 'running',
        stopped: 0,
        steps: [recentStep({ name: 'test', status: 'running', stopped: 0 })],
      }),
    ],
  });
  await open('/octo/hello/1/1/1');
  await findPane();
  expect(screen.queryByRole('button', { name: 'Delete log' })).toBeNull();
});
