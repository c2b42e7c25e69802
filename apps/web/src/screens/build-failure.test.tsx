// @vitest-environment happy-dom
import { type FailingStep, getFailureHistory, restartBuild } from '@millrace/contract/api';
import type { MockApi } from '../testing/mock/mock-api.ts';
import { giveBuild, linesOf, someStage, someStep } from '../testing/mock/some-build.ts';
import { expect, findToast, screen, test, waitFor, within } from '../testing/screen-test.tsx';

const failing = (step: number, fields: Partial<FailingStep> = {}): FailingStep => ({
  ...{ stage: 1, stage_name: 'mill', step, step_name: `turn ${step}` },
  ...{ since: 1, builds_ago: 0, failed: 0, of: 7 },
  ...fields,
});

/** The panel of what failed, which its heading tells from other groups. */
async function findPanel() {
  const summary = await screen.findByText('What failed on main', { selector: 'summary' });
  return within(summary.closest('details') ?? document.createElement('details'));
}

function giveFailure(mock: MockApi, fields: object = { attempt: 1 }) {
  const steps = [1, 2, 3, 4, 5].map((number) =>
    someStep({ ...{ number, name: `turn ${number}`, status: 'failure', exit_code: 1 } }),
  );
  const stages = [someStage({ name: 'mill', status: 'failure', steps })];
  giveBuild(mock, { status: 'failure', number: 1, stages, ...fields });
  mock.state.log = linesOf(['all is well', 'error: the wheel is stuck', 'bye']);
  mock.state.failure = {
    ...mock.state.failure,
    since: { since: 1, builds_ago: 0 },
    steps: [failing(1), failing(2, { since: 118, builds_ago: 5, failed: 6, of: 50 })],
  };
}

test('of many steps that failed three are shown at first', async ({ mock, open, user }) => {
  giveFailure(mock);
  mock.state.failure.steps = [1, 2, 3, 4, 5].map((step) => failing(step));
  await open('/octo/hello/1');
  const panel = await findPanel();
  expect(panel.getAllByRole('listitem')).toHaveLength(3);
  await user.click(panel.getByRole('button', { name: '2 more failed' }));
  expect(panel.getAllByRole('listitem')).toHaveLength(5);
});

test('what cannot be told says why, and can be asked again', async ({ mock, open, user }) => {
  giveFailure(mock);
  mock.fail(getFailureHistory, 'the database is away', 503);
  await open('/octo/hello/1');
  const said = await screen.findByText('Unable to tell since when it fails: the database is away', {
    exact: false,
    selector: 'p',
  });
  mock.mend(getFailureHistory);
  await user.click(within(said).getByRole('button', { name: 'Try again' }));
  await findPanel();
});

test('a restart that is refused says why', async ({ mock, open, user }) => {
  giveFailure(mock);
  mock.fail(restartBuild, 'No stage of it failed');
  await open('/octo/hello/1');
  await user.click(await screen.findByRole('button', { name: 'Restart failed' }));
  await findToast('Unable to restart build: No stage of it failed');
});

test('a server that knows no attempts is offered nothing of all this', async ({ mock, open }) => {
  giveFailure(mock, {});
  await open('/octo/hello/1');
  await screen.findByRole('button', { name: 'Restart' });
  await screen.findByRole('button', { name: 'Graph View' });
  expect(screen.queryByText(/What failed|fails since/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Restart failed' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Timeline' })).toBeNull();
  expect(screen.queryByRole('link', { name: /Compare/ })).toBeNull();
  expect(mock.calls(getFailureHistory)).toEqual([]);
  await open('/octo/hello/compare/1/1');
  await screen.findByText(/the resource you requested cannot be found/);
});

test('it speaks Chinese', async ({ mock, open }) => {
  giveFailure(mock);
  await open('/octo/hello/1', 'zh-CN');
  await screen.findByText(/main 的失败内容/);
  await waitFor(() => screen.getByText(/自 #118 起失败，已持续 5 次构建/));
});
