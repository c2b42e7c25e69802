import {
  approveStage,
  cancelBuild,
  declineStage,
  getBuild,
  promoteBuild,
  restartBuild,
  rollbackBuild,
} from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import { giveBuild, giveStep, someStage } from '../../apps/web/src/testing/mock/some-build.ts';
import { readOnly, someRepo, someUser } from '../../apps/web/src/testing/mock/state.ts';
import { atBothWidths, atEachWidth, expect, test, toast } from '../support/screen.ts';

const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel', exact: true });
const restart = (page: Page) => page.getByRole('button', { name: 'Restart', exact: true });
const actions = (page: Page) => page.getByRole('button', { name: 'Actions' });
const openMenu = async (page: Page) => {
  await actions(page).click();
  await expect(page.getByRole('menu')).toBeVisible();
};
const choose = async (page: Page, name: string) => {
  await openMenu(page);
  await page.getByRole('menuitem', { name }).click();
};
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create deployment' });

function asReader(mock: { state: { user: unknown; repos: unknown[] } }) {
  Object.assign(mock.state, {
    user: someUser({ admin: false, login: 'bob' }),
    repos: [someRepo({ permissions: readOnly })],
  });
}

atEachWidth(() => {
  for (const status of ['pending', 'running'] as const) {
    test(`anyone may cancel a build that is ${status}`, async ({ page, mock }) => {
      asReader(mock);
      giveStep(mock, { status });
      await page.goto('/octo/hello/1');
      await cancel(page).click();
      await expect
        .poll(() => mock.calls(cancelBuild).map((call) => call.path))
        .toEqual(['/api/repos/octo/hello/builds/1']);
      await expect(page.getByRole('heading', { level: 1 }).getByRole('img')).toHaveAccessibleName(
        'Killed',
      );
      await expect(actions(page)).toHaveCount(0);
    });
  }

  test('restart, promote and debug are for writers, once the build is over', async ({
    page,
    mock,
  }) => {
    giveStep(mock, { status: 'success' });
    await page.goto('/octo/hello/1');
    await expect(restart(page)).toBeVisible();
    await expect(cancel(page)).toHaveCount(0);
    await openMenu(page);
    await expect(page.getByRole('menuitem')).toHaveText(['Restart', 'Promote', 'Debug']);
    await page.keyboard.press('Escape');
    asReader(mock);
    await page.reload();
    await expect(page.getByRole('group', { name: 'View' })).toBeVisible();
    await expect(restart(page)).toHaveCount(0);
    await expect(actions(page)).toHaveCount(0);
  });
});

test('a restart leads to the new build', async ({ page, mock }) => {
  giveStep(mock, { status: 'failure' });
  await page.goto('/octo/hello/1');
  await restart(page).click();
  await expect(page).toHaveURL('/octo/hello/2/1/1');
  expect(mock.calls(restartBuild)[0]?.query).toEqual({});
});

test('who leaves before a restart is answered stays where they went', async ({ page, mock }) => {
  giveStep(mock, { status: 'failure' });
  await page.goto('/octo/hello/1');
  const answer = mock.hold(restartBuild);
  await restart(page).click();
  await expect.poll(() => mock.calls(restartBuild)).toHaveLength(1);
  await page.getByRole('link', { name: 'octo/hello' }).click();
  await expect(page.getByRole('heading', { name: 'Executions' })).toBeVisible();
  answer();
  await expect(page.getByRole('listitem').getByText('#2', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/octo/hello');
});

test('the menu restarts, and restarts in debug mode', async ({ page, mock }) => {
  giveStep(mock, { status: 'failure' });
  await page.goto('/octo/hello/1');
  await choose(page, 'Restart');
  await expect(page).toHaveURL('/octo/hello/2/1/1');
  await page.goto('/octo/hello/1');
  await choose(page, 'Debug');
  await expect(page).toHaveURL('/octo/hello/3');
  expect(mock.calls(restartBuild).map(({ query }) => query)).toEqual([{}, { debug: 'true' }]);
});

test('a restart that no trigger matches says so and stays', async ({ page, mock }) => {
  giveStep(mock, { status: 'failure' });
  mock.reply(restartBuild, () => null);
  await page.goto('/octo/hello/1');
  await restart(page).click();
  await expect(
    toast(page, 'The pipeline was skipped: no trigger of it matches this build.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/octo/hello/1');
});

test('what fails is said, and gone after three seconds', async ({ page, mock }) => {
  giveStep(mock, { status: 'failure' });
  mock.fail(restartBuild, 'no room');
  await page.goto('/octo/hello/1');
  await restart(page).click();
  await expect(toast(page, 'Unable to restart build: no room')).toBeVisible();
  await choose(page, 'Debug');
  await expect(toast(page, 'Unable to restart in debug mode: no room')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).toHaveURL('/octo/hello/1');
});

test('a cancel that is refused says why', async ({ page, mock }) => {
  giveStep(mock, { status: 'running' });
  mock.fail(cancelBuild, 'not yours');
  await page.goto('/octo/hello/1');
  await cancel(page).click();
  await expect(toast(page, 'Unable to cancel build: not yours')).toBeVisible();
  await expect(cancel(page)).toBeEnabled();
});

test.describe('deployment', () => {
  test.beforeEach(async ({ page, mock }) => {
    giveStep(mock, { status: 'success' });
    await page.goto('/octo/hello/1');
    await choose(page, 'Promote');
    await expect(dialogOf(page)).toBeVisible();
  });

  test('promotes to production unless told otherwise', async ({ page, mock }) => {
    await dialogOf(page).getByRole('button', { name: 'Deploy' }).click();
    await expect(page).toHaveURL('/octo/hello/2');
    await expect(dialogOf(page)).toHaveCount(0);
    expect(mock.calls(promoteBuild).map(({ path, query }) => [path, query])).toEqual([
      ['/api/repos/octo/hello/builds/1/promote', { target: 'production' }],
    ]);
  });

  test('rolls back a target with parameters', async ({ page, mock }) => {
    const dialog = dialogOf(page);
    await dialog.getByRole('combobox', { name: 'Action' }).selectOption('rollback');
    await dialog.getByLabel('Target environment').fill('staging');
    const add = dialog.getByRole('button', { name: '+ Add' });
    await expect(add).toBeDisabled();
    for (const [key, value] of [
      ['CITY', 'Bern'],
      ['GONE', 'soon'],
      ['SPACE', 'a b&c=d'],
    ] as const) {
      await dialog.getByLabel('Key').fill(key);
      await expect(add).toBeDisabled();
      await dialog.getByLabel('Value').fill(value);
      await add.click();
    }
    await dialog.getByRole('button', { name: 'Remove GONE' }).click();
    await dialog.getByRole('button', { name: 'Deploy' }).click();
    await expect(page).toHaveURL('/octo/hello/2');
    expect(mock.calls(rollbackBuild).map(({ query }) => query)).toEqual([
      { target: 'staging', CITY: 'Bern', SPACE: 'a b&c=d' },
    ]);
    expect(mock.calls(promoteBuild)).toEqual([]);
  });

  test('an empty answer is an error, and nothing typed is lost', async ({ page, mock }) => {
    mock.reply(promoteBuild, () => null);
    const target = dialogOf(page).getByLabel('Target environment');
    await target.fill('moon');
    await dialogOf(page).getByRole('button', { name: 'Deploy' }).click();
    await expect(toast(page, 'Unable to create new deploy in this repo')).toBeVisible();
    await expect(target).toHaveValue('moon');
    await expect(page).toHaveURL('/octo/hello/1');
  });

  test('a failure says why, and nothing typed is lost', async ({ page, mock }) => {
    mock.fail(promoteBuild, 'the moon is closed');
    const target = dialogOf(page).getByLabel('Target environment');
    await target.fill('moon');
    await dialogOf(page).getByRole('button', { name: 'Deploy' }).click();
    await expect(toast(page, 'Unable to create new deploy: the moon is closed')).toBeVisible();
    await expect(target).toHaveValue('moon');
  });

  test('closes on Cancel without a call', async ({ page, mock }) => {
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialogOf(page)).toHaveCount(0);
    expect(mock.calls(promoteBuild)).toEqual([]);
  });
});

atBothWidths((width) => {
  test.describe('a blocked stage', () => {
    test.beforeEach(({ mock }) => {
      const blocked = { status: 'blocked', started: 0, stopped: 0 } as const;
      giveBuild(mock, {
        ...{ status: 'blocked', started: 0, finished: 0 },
        stages: [
          someStage({ ...blocked, name: 'first', steps: [] }),
          someStage({ ...blocked, number: 2, id: 2, name: 'second', steps: [] }),
        ],
      });
    });
    const open = async (page: Page) => {
      await page.goto('/octo/hello/1/2');
      if (width === 'phone') await page.getByRole('link', { name: 'second' }).click();
    };

    for (const [button, endpoint, word] of [
      ['Approve Build', approveStage, 'approve'],
      ['Decline Build', declineStage, 'decline'],
    ] as const) {
      test(`${word}: says why it could not; calls for this stage, then reads the build again`, async ({
        page,
        mock,
      }) => {
        mock.fail(endpoint, 'too late');
        await open(page);
        await page.getByRole('button', { name: button }).click();
        await expect(toast(page, `Unable to ${word} build: too late`)).toBeVisible();
        await expect(page.getByRole('button', { name: button })).toBeEnabled();
        mock.mend(endpoint);
        await expect.poll(() => mock.listeners).toBe(1);
        const reads = mock.calls(getBuild).length;
        await page.getByRole('button', { name: button }).click();
        await expect.poll(() => mock.calls(endpoint).length).toBe(2);
        await expect.poll(() => mock.calls(getBuild).length).toBeGreaterThan(reads);
        expect(mock.calls(endpoint).at(-1)?.path).toBe(`/api/repos/octo/hello/builds/1/${word}/2`);
      });
    }

    test('others are told whom to ask', async ({ page, mock }) => {
      asReader(mock);
      await open(page);
      await expect(
        page.getByText('Build is blocked, please, contact repo admin in order to proceed'),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: /Approve|Decline/ })).toHaveCount(0);
      await expect(cancel(page)).toHaveCount(0);
    });
  });
});
