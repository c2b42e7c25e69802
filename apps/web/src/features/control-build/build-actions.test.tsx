// @vitest-environment happy-dom
import {
  approveStage,
  type Build,
  cancelBuild,
  declineStage,
  getBuild,
  getDeployTargets,
  promoteBuild,
  restartBuild,
  rollbackBuild,
} from '@millrace/contract/api';
import { readOnly, recentStage, sampleRepo, sampleUser } from '@millrace/contract/testing';
import { type MockApi, setBuild, setStep } from '@millrace/contract/testing/mock-api';
import type { UserEvent } from '@testing-library/user-event';
import {
  atBothWidths,
  expect,
  findAddress,
  findDialog,
  findToast,
  screen,
  test,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';

type Open = (path: string) => Promise<void>;

const findButton = (name: string) => screen.findByRole('button', { name });
const findRestart = () => findButton('Restart');
const queryButton = (name: string | RegExp) => screen.queryByRole('button', { name });
const openMenu = async (user: UserEvent) => {
  await user.click(await findButton('Actions'));
  return within(await screen.findByRole('menu'));
};
const choose = async (user: UserEvent, name: string) => {
  const menu = await openMenu(user);
  await user.click(menu.getByRole('menuitem', { name }));
};

function signInAsReader(mock: MockApi) {
  mock.state.user = sampleUser({ admin: false, login: 'bob' });
  mock.state.repos = [sampleRepo({ permissions: readOnly })];
}

for (const status of ['pending', 'running'] as const) {
  test(`lets readers cancel a build that is ${status}`, async ({ mock, open, user }) => {
    signInAsReader(mock);
    setStep(mock, { status });
    await open('/octo/hello/1');
    await user.click(await findButton('Cancel'));
    await waitFor(() =>
      expect(mock.calls(cancelBuild).map((call) => call.path)).toEqual([
        '/api/repos/octo/hello/builds/1',
      ]),
    );
    const head = screen.getByRole('heading', { level: 1 });
    await waitFor(() => expect(within(head).getByRole('img')).toHaveAccessibleName('Killed'));
    expect(queryButton('Actions')).toBeNull();
  });
}

test('restarts what failed, or the build, with R and Enter', async ({ mock, open, user }) => {
  setStep(mock, { status: 'success' });
  await open('/octo/hello/1');
  const restart = await findRestart();
  await user.keyboard('r');
  expect(restart).toHaveFocus();
  expect(mock.calls(restartBuild)).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(mock.calls(restartBuild)).toHaveLength(1));

  setBuild(mock, { status: 'failure', attempt: 1, stages: [recentStage({ status: 'failure' })] });
  await open('/octo/hello/1');
  const restartFailed = await findButton('Restart failed');
  await user.keyboard('r');
  expect(restartFailed).toHaveFocus();
});

test('offers restart, promote and debug to writers after the build finishes', async ({
  mock,
  open,
  user,
}) => {
  setStep(mock, { status: 'success' });
  await open('/octo/hello/1');
  await findRestart();
  expect(queryButton('Cancel')).toBeNull();
  const menu = await openMenu(user);
  expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Restart',
    'Promote',
    'Debug',
  ]);
  await user.keyboard('{Escape}');
  signInAsReader(mock);
  await open('/octo/hello/1');
  await screen.findByRole('group', { name: 'View' });
  expect(queryButton('Restart')).toBeNull();
  expect(queryButton('Actions')).toBeNull();
});

test('offers no deployment of a build of a fork', async ({ mock, open, user }) => {
  setStep(mock, { status: 'success' }, { attempt: 1, source_repo: 'eve/hello' });
  await open('/octo/hello/1');
  const menu = await openMenu(user);
  menu.getByRole('menuitem', { name: 'Restart' });
  expect(menu.queryByRole('menuitem', { name: 'Promote' })).toBeNull();
});

test('opens the new build after a restart', async ({ mock, open, user }) => {
  setStep(mock, { status: 'failure' });
  await open('/octo/hello/1');
  await user.click(await findRestart());
  await findAddress('/octo/hello/2/1/1');
  expect(mock.calls(restartBuild)[0]?.query).toEqual({});
});

test('restarts once after a double click', async ({ mock, open }) => {
  setStep(mock, { status: 'failure' });
  await open('/octo/hello/1');
  const button = await findRestart();
  button.click();
  button.click();
  await findAddress('/octo/hello/2/1/1');
  expect(mock.calls(restartBuild)).toHaveLength(1);
});

test('does not navigate if the viewer left before the restart was answered', async ({
  mock,
  open,
  user,
}) => {
  setStep(mock, { status: 'failure' });
  await open('/octo/hello/1');
  const respond = mock.hold(restartBuild);
  await user.click(await findRestart());
  await waitFor(() => expect(mock.calls(restartBuild)).toHaveLength(1));
  await user.click(screen.getByRole('link', { name: 'octo/hello' }));
  await screen.findByRole('heading', { name: 'Executions' });
  respond();
  await screen.findByText('#2', { selector: 'li *' });
  await findAddress('/octo/hello');
});

test('restarts from the menu, also in debug mode', async ({ mock, open, user }) => {
  setStep(mock, { status: 'failure' });
  await open('/octo/hello/1');
  await choose(user, 'Restart');
  await findAddress('/octo/hello/2/1/1');
  await open('/octo/hello/1');
  await choose(user, 'Debug');
  await findAddress('/octo/hello/3');
  expect(mock.calls(restartBuild).map(({ query }) => query)).toEqual([{}, { debug: 'true' }]);
});

test('reports a restart that no trigger matches and stays on the page', async ({
  mock,
  open,
  user,
}) => {
  setStep(mock, { status: 'failure' });
  mock.reply(restartBuild, () => null);
  await open('/octo/hello/1/1/1');
  await user.click(await findRestart());
  await findToast('The pipeline was skipped: no trigger of it matches this build.');
  await findAddress('/octo/hello/1/1/1');
});

test('shows why a cancel was rejected', async ({ mock, open, user }) => {
  setStep(mock, { status: 'running' });
  mock.fail(cancelBuild, 'not yours');
  await open('/octo/hello/1');
  await user.click(await findButton('Cancel'));
  await findToast('Unable to cancel build: not yours');
  await waitFor(() => expect(queryButton('Cancel')).toBeEnabled());
});

test.describe('deployment', () => {
  async function openDeployment(
    mock: MockApi,
    open: Open,
    user: UserEvent,
    fields: Partial<Build> = {},
  ) {
    setStep(mock, { status: 'success' }, fields);
    await open('/octo/hello/1');
    await choose(user, 'Promote');
    return findDialog('Create deployment');
  }
  const queryDialog = () => screen.queryByRole('dialog', { name: 'Create deployment' });

  test('promotes to production by default', async ({ mock, open, user }) => {
    const dialog = await openDeployment(mock, open, user);
    await user.click(dialog.getByRole('button', { name: 'Deploy' }));
    await findAddress('/octo/hello/2');
    await waitFor(() => expect(queryDialog()).toBeNull());
    expect(mock.calls(promoteBuild).map(({ path, query }) => [path, query])).toEqual([
      ['/api/repos/octo/hello/builds/1/promote', { target: 'production' }],
    ]);
  });

  test('rolls back a target with parameters', async ({ mock, open, user }) => {
    const dialog = await openDeployment(mock, open, user);
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Action' }), 'rollback');
    await user.clear(dialog.getByLabelText('Target environment'));
    await user.type(dialog.getByLabelText('Target environment'), 'staging');
    const add = dialog.getByRole('button', { name: '+ Add' });
    expect(add).toBeDisabled();
    for (const [key, value] of [
      ['CITY', 'Bern'],
      ['GONE', 'soon'],
      ['SPACE', 'a b&c=d'],
    ] as const) {
      await user.type(dialog.getByLabelText('Key'), key);
      expect(add).toBeDisabled();
      await user.type(dialog.getByLabelText('Value'), value);
      await user.click(add);
    }
    await user.click(dialog.getByRole('button', { name: 'Remove GONE' }));
    await user.click(dialog.getByRole('button', { name: 'Deploy' }));
    await findAddress('/octo/hello/2');
    expect(mock.calls(rollbackBuild).map(({ query }) => query)).toEqual([
      { target: 'staging', CITY: 'Bern', SPACE: 'a b&c=d' },
    ]);
    expect(mock.calls(promoteBuild)).toEqual([]);
  });

  test('reports an empty response and keeps the input', async ({ mock, open, user }) => {
    mock.reply(promoteBuild, () => null);
    const dialog = await openDeployment(mock, open, user);
    const target = dialog.getByLabelText('Target environment');
    await user.clear(target);
    await user.type(target, 'moon');
    await user.click(dialog.getByRole('button', { name: 'Deploy' }));
    await findToast('Unable to create new deploy in this repo');
    expect(target).toHaveValue('moon');
    expect(target).toBeVisible();
    await findAddress('/octo/hello/1');
  });

  test('shows why it failed and keeps the input', async ({ mock, open, user }) => {
    mock.fail(promoteBuild, 'the moon is closed');
    const dialog = await openDeployment(mock, open, user);
    const target = dialog.getByLabelText('Target environment');
    await user.clear(target);
    await user.type(target, 'moon');
    await user.click(dialog.getByRole('button', { name: 'Deploy' }));
    await findToast('Unable to create new deploy: the moon is closed');
    expect(target).toHaveValue('moon');
    expect(target).toBeVisible();
  });

  test.describe('to a target', () => {
    const openKnowing = (mock: MockApi, open: Open, user: UserEvent) =>
      openDeployment(mock, open, user, { attempt: 1 });

    test('is suggested', async ({ mock, open, user }) => {
      const dialog = await openKnowing(mock, open, user);
      const target = dialog.getByLabelText('Target environment');
      await user.type(target, 'sta');
      await user.click(await screen.findByRole('option', { name: 'staging' }));
      await user.click(dialog.getByRole('button', { name: 'Deploy' }));
      await findAddress('/octo/hello/2');
      expect(mock.calls(promoteBuild).map(({ query }) => query)).toEqual([{ target: 'staging' }]);
    });

    test('is confirmed if no stage runs for it', async ({ mock, open, user }) => {
      const dialog = await openKnowing(mock, open, user);
      const target = dialog.getByLabelText('Target environment');
      await user.type(target, 'prodction');
      await user.click(dialog.getByRole('button', { name: 'Deploy' }));
      await dialog.findByText(/^No stage and no step runs for “prodction”/);
      await waitFor(() => expect(target).toHaveFocus());
      expect(target).toHaveAccessibleDescription(/would deploy nothing/);
      expect(mock.calls(promoteBuild)).toEqual([]);
      await user.type(target, '2');
      await user.click(dialog.getByRole('button', { name: 'Deploy' }));
      await dialog.findByText(/“prodction2”/);
      await user.click(dialog.getByRole('button', { name: 'Deploy anyway' }));
      await findAddress('/octo/hello/2');
      expect(mock.calls(promoteBuild).map(({ query }) => query)).toEqual([
        { target: 'prodction2' },
      ]);
    });

    test('is confirmed if nothing names it', async ({ mock, open, user }) => {
      mock.reply(getDeployTargets, () => ({ targets: ['production'], check: 'new' }));
      const dialog = await openKnowing(mock, open, user);
      await user.selectOptions(dialog.getByRole('combobox', { name: 'Action' }), 'rollback');
      await user.type(dialog.getByLabelText('Target environment'), 'prodction');
      await user.click(dialog.getByRole('button', { name: 'Deploy' }));
      await dialog.findByText(/^Neither the pipeline file nor an earlier deployment/);
      await user.click(dialog.getByRole('button', { name: 'Deploy anyway' }));
      await findAddress('/octo/hello/2');
      expect(mock.calls(rollbackBuild)).toHaveLength(1);
    });

    test('is not checked if the server cannot', async ({ mock, open, user }) => {
      mock.fail(getDeployTargets, 'Not Found', 404);
      const dialog = await openKnowing(mock, open, user);
      await user.type(dialog.getByLabelText('Target environment'), 'prodction');
      await user.click(dialog.getByRole('button', { name: 'Deploy' }));
      await findAddress('/octo/hello/2');
      expect(mock.calls(promoteBuild)).toHaveLength(1);
      expect(screen.queryByText('Not Found')).toBeNull();
    });
  });

  test('closes on Cancel without a request', async ({ mock, open, user }) => {
    const dialog = await openDeployment(mock, open, user);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(queryDialog()).toBeNull());
    expect(mock.calls(promoteBuild)).toEqual([]);
  });
});

atBothWidths((width) => {
  test.describe('a blocked stage', () => {
    async function openBlocked(mock: MockApi, open: Open, user: UserEvent) {
      const blocked = { status: 'blocked', started: 0, stopped: 0 } as const;
      setBuild(mock, {
        status: 'blocked',
        started: 0,
        finished: 0,
        stages: [
          recentStage({ ...blocked, name: 'first', steps: [] }),
          recentStage({ ...blocked, number: 2, id: 2, name: 'second', steps: [] }),
        ],
      });
      await open('/octo/hello/1/2');
      if (width === 'phone') {
        await user.click(await screen.findByRole('link', { name: /second/ }));
        await screen.findByRole('dialog');
      }
    }

    for (const [button, endpoint, word] of [
      ['Approve Build', approveStage, 'approve'],
      ['Decline Build', declineStage, 'decline'],
    ] as const) {
      test(`${word}: shows why it failed; sends the stage, then reloads the build`, async ({
        mock,
        open,
        user,
      }) => {
        mock.fail(endpoint, 'too late');
        await openBlocked(mock, open, user);
        await user.click(await findButton(button));
        await findToast(`Unable to ${word} build: too late`);
        await waitFor(() => expect(queryButton(button)).toBeEnabled());
        mock.restore(endpoint);
        await waitFor(() => expect(mock.listeners).toBe(1));
        const reads = mock.calls(getBuild).length;
        await user.click(screen.getByRole('button', { name: button }));
        await waitFor(() => expect(mock.calls(endpoint).length).toBe(2));
        await waitFor(() => expect(mock.calls(getBuild).length).toBeGreaterThan(reads));
        expect(mock.calls(endpoint).at(-1)?.path).toBe(`/api/repos/octo/hello/builds/1/${word}/2`);
      });
    }

    test('shows viewers without permission whom to ask', async ({ mock, open, user }) => {
      signInAsReader(mock);
      await openBlocked(mock, open, user);
      await screen.findByText('Build is blocked, please, contact repo admin in order to proceed');
      expect(queryButton(/Approve|Decline/)).toBeNull();
      expect(queryButton('Cancel')).toBeNull();
    });
  });
});
