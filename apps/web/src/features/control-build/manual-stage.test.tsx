// @vitest-environment happy-dom
import {
  approveStage,
  cancelBuild,
  declineStage,
  getBuild,
  type Stage,
} from '@millrace/contract/api';
import { readOnly, recentStage, sampleRepo, sampleUser } from '@millrace/contract/testing';
import { type MockApi, setBuild } from '@millrace/contract/testing/mock-api';
import { expect, findToast, screen, test, waitFor, within } from '../../testing/screen-test.tsx';

const findButton = (name: string) => screen.findByRole('button', { name });
const queryButton = (name: string) => screen.queryByRole('button', { name });

function setManual(
  mock: MockApi,
  stage: Partial<Stage> = {},
  status: 'blocked' | 'success' = 'blocked',
) {
  setBuild(mock, {
    status,
    attempt: 1,
    stages: [
      recentStage({ name: 'test', status: 'success' }),
      recentStage({
        name: 'deploy',
        number: 2,
        id: 2,
        status: 'blocked',
        started: 0,
        stopped: 0,
        steps: [],
        manual: 'write',
        ...stage,
      }),
    ],
  });
}

for (const [button, endpoint, failure, word] of [
  ['Start', approveStage, 'Unable to start stage: too late', 'approve'],
  ['Decline', declineStage, 'Unable to decline stage: too late', 'decline'],
] as const) {
  test(`${button}: shows why it failed; sends the stage, then reloads the build`, async ({
    mock,
    open,
    user,
  }) => {
    mock.fail(endpoint, 'too late');
    setManual(mock);
    await open('/octo/hello/1/2');
    await screen.findByText('Waits to be started.');
    await user.click(await findButton(button));
    await findToast(failure);
    await waitFor(() => expect(queryButton(button)).toBeEnabled());
    mock.restore(endpoint);
    await waitFor(() => expect(mock.listeners).toBe(1));
    const reads = mock.calls(getBuild).length;
    await user.click(await findButton(button));
    await waitFor(() => expect(mock.calls(getBuild).length).toBeGreaterThan(reads));
    expect(mock.calls(endpoint).at(-1)?.path).toBe(`/api/repos/octo/hello/builds/1/${word}/2`);
  });
}

test('says what the stage waits for after it is started', async ({ mock, open }) => {
  setManual(mock, { waiting: { reason: 'manual', stages: ['test', 'lint'] } });
  await open('/octo/hello/1/2');
  await screen.findByText('Once started, it waits for test, lint to finish.');
});

test('shows that the stage and the build wait, and cancels the build', async ({
  mock,
  open,
  user,
}) => {
  setManual(mock);
  await open('/octo/hello/1/2');
  const tree = within(await screen.findByRole('navigation', { name: 'Stages and steps' }));
  expect(tree.getByRole('link', { name: /deploy/ })).toHaveAccessibleName(/Waits to be started/);
  const head = screen.getByRole('heading', { level: 1 });
  expect(within(head).getByRole('img')).toHaveAccessibleName('Waits to be started');
  await user.click(await findButton('Cancel'));
  await waitFor(() => expect(mock.calls(cancelBuild)).toHaveLength(1));
});

for (const [manual, hint] of [
  ['write', 'People with write permission can start this stage.'],
  ['admin', 'Administrators of the repository can start this stage.'],
] as const) {
  test(`tells readers who may start it: ${manual}`, async ({ mock, open }) => {
    mock.state.user = sampleUser({ admin: false, login: 'bob' });
    mock.state.repos = [sampleRepo({ permissions: readOnly })];
    setManual(mock, { manual });
    await open('/octo/hello/1/2');
    await screen.findByText(hint);
    expect(queryButton('Start')).toBeNull();
  });
}

test('starts an optional stage after the build has finished', async ({ mock, open, user }) => {
  setManual(mock, { status: 'skipped', errignore: true }, 'success');
  await open('/octo/hello/1/2');
  await screen.findByText('Nobody has started this stage');
  expect(queryButton('Decline')).toBeNull();
  await user.click(await findButton('Start'));
  await waitFor(() => expect(mock.calls(approveStage)).toHaveLength(1));
});

test('names the people who continued the build', async ({ mock, open }) => {
  setManual(mock, { status: 'success', decided_by: 'ada' }, 'success');
  await open('/octo/hello/1/2');
  await screen.findByText('Continued by ada');
});

test('waits for an approval first, in a build that needs one', async ({ mock, open }) => {
  setManual(mock, { needs_approval: true });
  await open('/octo/hello/1/2');
  await screen.findByText('This stage is blocked');
});
