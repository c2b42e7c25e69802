import { type Build, getLogs } from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import {
  changeBuild,
  giveBuild,
  linesOf,
  logPath,
  someStage,
  someStep,
} from '../../apps/web/src/testing/mock/some-build.ts';
import { someBuild } from '../../apps/web/src/testing/mock/state.ts';
import { logOf } from '../support/build-screen.ts';
import { type ConsoleCase, consoleCases } from '../support/console-cases.ts';
import type { MockServer } from '../support/mock/server.ts';
import { atBothWidths, expect, test, type Width } from '../support/screen.ts';

const isOnPhone = ({ stage, step }: ConsoleCase) =>
  step?.status !== 'skipped' || stage !== undefined;

/** The builds of `octo/hello`, the first one with the number 1. */
function giveBuilds(mock: MockServer, builds: Partial<Build>[]): void {
  mock.state.builds['octo/hello'] = builds
    .map((fields, at) =>
      someBuild({ id: at + 1, number: at + 1, title: `Case ${at + 1}`, ...fields }),
    )
    .reverse();
}

/** From the list of builds to the first step of one. */
async function openStep(page: Page, number: number, width: Width) {
  await page
    .getByRole('link', { name: new RegExp(`#${number} `) })
    .first()
    .click();
  if (width !== 'phone') return;
  const tree = page.getByRole('navigation', { name: 'Stages and steps' });
  await tree.getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function checkPane(page: Page, row: ConsoleCase) {
  const pane = page.getByRole('region', { name: /^Log of/ });
  const footer = pane.getByRole('paragraph').last();
  if (row.footer) await expect(footer).toHaveText(row.footer);
  if (row.waiting) await expect(pane.getByText(row.waiting).first()).toBeVisible();

  const alert = pane.getByRole('alert');
  if (row.danger) await expect(alert).toHaveText(row.danger);
  if (row.box) {
    const [tone, text] = row.box;
    const box = pane.getByRole(tone === 'danger' ? 'alert' : 'status').filter({ hasText: text });
    await expect(box).toHaveText(text);
    await expect(box).toHaveClass(new RegExp(tone));
  }
  if (row.hasLog) await expect(logOf(page).getByText('out it comes')).toBeVisible();
  else await expect(logOf(page)).toHaveCount(0);
  if (!row.danger && row.box?.[0] !== 'danger') await expect(alert).toHaveCount(0);
}

atBothWidths((width) => {
  test('each state of a step shows as it is', async ({ page, mock }) => {
    const shown = consoleCases.filter((each) => width !== 'phone' || isOnPhone(each));
    giveBuilds(
      mock,
      shown.map(({ build, stage, step }) => {
        const steps = step === null ? [] : [someStep(step)];
        return { ...build, stages: [someStage({ ...stage, steps })] };
      }),
    );
    await page.goto('/octo/hello');
    for (const [at, row] of shown.entries()) {
      await test.step(row.name, async () => {
        mock.state.log = row.hasLog ? linesOf(['out it comes']) : [];
        if (row.logFailure) mock.fail(getLogs, row.logFailure, 500);
        else mock.mend(getLogs);
        await openStep(page, at + 1, width);
        await checkPane(page, row);
        await page.goBack();
        if (width === 'phone') await page.goBack();
      });
    }
  });
});

test('no log is fetched of a step that has not begun, or of a stage', async ({ page, mock }) => {
  const cases = [
    ['pending', 'pending'],
    ['skipped', 'success'],
    ['waiting_on_dependencies', 'success'],
    ['success', 'skipped'],
    ['success', 'pending'],
    ['success', 'waiting_on_dependencies'],
    ['success', 'success'],
  ] as const;
  giveBuilds(
    mock,
    cases.map(([stage, step]) => ({
      stages: [someStage({ status: stage, steps: [someStep({ status: step })] })],
    })),
  );
  for (const at of cases.keys()) {
    await page.goto(`/octo/hello/${at + 1}/1/1`);
    await expect(page.getByRole('region', { name: /^Log of/ })).toBeVisible();
  }
  await expect.poll(() => mock.calls(getLogs).length).toBe(1);
  expect(mock.calls(getLogs)[0]?.params.build).toBe(cases.length);
});

test('what the stream did not bring is fetched once the step is over', async ({ page, mock }) => {
  const running = { status: 'running', stopped: 0 } as const;
  const build = giveBuild(mock, {
    ...{ status: 'running', finished: 0 },
    stages: [someStage({ ...running, steps: [someStep(running)] })],
  });
  await page.goto('/octo/hello/1/1/1');
  await expect(page.getByText('Waiting for output')).toBeVisible();
  await expect.poll(() => mock.listeners).toBe(1);
  await expect.poll(() => mock.followers(logPath)).toBe(1);
  mock.state.log = linesOf(['one', 'two']);
  mock.publishLine(logPath, { pos: 0, out: 'one\n', time: 0 });
  await expect(logOf(page).getByText('one', { exact: true })).toBeVisible();
  changeBuild(mock, build, { status: 'success', stages: [someStage({ steps: [someStep()] })] });
  await expect(logOf(page).getByText('two', { exact: true })).toBeVisible();
  await expect(page.getByText('Exit Code 0')).toBeVisible();
});
