import { type Build, getLogs, type Stage, type Step } from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import {
  changeBuild,
  giveBuild,
  linesOf,
  logOf,
  logPath,
  someStage,
  someStep,
} from '../support/build-screen.ts';
import type { MockServer } from '../support/mock/server.ts';
import { someBuild } from '../support/mock/state.ts';
import { atEachWidth, expect, test, type Width } from '../support/screen.ts';

interface Row {
  name: string;
  build?: Partial<Build>;
  stage?: Partial<Stage>;
  /** Null for a stage without steps. */
  step?: Partial<Step> | null;
  hasLog?: boolean;
  /** What the server says when it is asked for the log. */
  logFailure?: string;
  danger?: string;
  box?: ['success' | 'warning' | 'danger', string];
  /** What stands where the log would be. */
  waiting?: string;
  footer: string | null;
}

const noRows = 'sql: no rows in result set';
const unknown = 'Something went wrong, please, reload the page or restart the build';

const rows: Row[] = [
  {
    name: 'a step that is pending loads',
    build: { status: 'running', finished: 0 },
    stage: { status: 'running', stopped: 0 },
    step: { status: 'pending', started: 0, stopped: 0 },
    waiting: 'Loading...',
    footer: 'Step is pending',
  },
  {
    name: 'a stage that is pending loads',
    build: { status: 'pending', started: 0, finished: 0 },
    stage: { status: 'pending', started: 0, stopped: 0 },
    step: { status: 'pending', started: 0, stopped: 0 },
    waiting: 'Loading...',
    footer: 'Step is pending',
  },
  {
    name: 'a stage that is pending and has no steps loads',
    build: { status: 'pending', started: 0, finished: 0 },
    stage: { status: 'pending', started: 0, stopped: 0 },
    step: null,
    waiting: 'Loading...',
    footer: 'Loading...',
  },
  {
    name: 'a step that waits for others loads',
    build: { status: 'running', finished: 0 },
    stage: { status: 'waiting_on_dependencies', started: 0, stopped: 0 },
    step: { status: 'waiting_on_dependencies', started: 0, stopped: 0 },
    waiting: 'Loading...',
    footer: 'Loading...',
  },
  {
    name: 'a step that runs streams',
    build: { status: 'running', finished: 0 },
    stage: { status: 'running', stopped: 0 },
    step: { status: 'running', stopped: 0 },
    waiting: 'Waiting for output',
    footer: 'Step is running...',
  },
  { name: 'a step that succeeded shows its log', hasLog: true, footer: 'Exit Code 0' },
  {
    name: 'a step that succeeded without a word says so',
    box: ['success', 'default - test: success'],
    footer: 'Exit Code 0',
  },
  {
    name: 'a step that failed shows its log',
    build: { status: 'failure' },
    stage: { status: 'failure' },
    step: { status: 'failure', exit_code: 7 },
    hasLog: true,
    footer: 'Exit Code 7',
  },
  {
    name: 'a step that failed without a word is resolved',
    build: { status: 'failure' },
    stage: { status: 'failure' },
    step: { status: 'failure', exit_code: 2 },
    footer: 'Exit Code 2',
  },
  {
    name: 'a step that was killed shows its log',
    build: { status: 'killed' },
    stage: { status: 'killed' },
    step: { status: 'killed', exit_code: 137 },
    hasLog: true,
    footer: 'Step is killed (canceled)',
  },
  {
    name: 'a step that was killed before it spoke has a danger box',
    build: { status: 'killed' },
    stage: { status: 'killed' },
    step: { status: 'killed', exit_code: 137 },
    box: ['danger', 'default - test: killed'],
    footer: 'Step is killed (canceled)',
  },
  {
    name: 'a step that was skipped has a warning box',
    step: { status: 'skipped', started: 0, stopped: 0 },
    box: ['warning', 'default - test: skipped'],
    footer: 'Loading...',
  },
  {
    name: 'a stage that was skipped has a warning box',
    stage: { status: 'skipped', started: 0, stopped: 0 },
    step: null,
    box: ['warning', 'default: skipped'],
    footer: null,
  },
  {
    name: 'a stage that was skipped in a killed build has a warning box',
    build: { status: 'killed' },
    stage: { status: 'skipped', started: 0, stopped: 0 },
    step: { status: 'skipped', started: 0, stopped: 0 },
    box: ['warning', 'default - test: skipped'],
    footer: 'Loading...',
  },
  {
    name: 'a step with an error shows its text',
    build: { status: 'failure' },
    stage: { status: 'failure' },
    step: { status: 'error', error: 'no such image', exit_code: 255 },
    danger: 'test: no such image',
    footer: 'no such image',
  },
  {
    name: 'a step with an error without a text does not invent one',
    build: { status: 'failure' },
    stage: { status: 'failure' },
    step: { status: 'error', exit_code: 255 },
    danger: unknown,
    footer: 'error',
  },
  {
    name: 'a stage with an error names stage and step',
    build: { status: 'running', finished: 0 },
    stage: { status: 'error' },
    step: { status: 'killed' },
    danger: 'default: test - Error',
    footer: 'Step is killed (canceled)',
  },
  {
    name: 'a step with an error in a stage that was skipped',
    build: { status: 'failure' },
    stage: { status: 'skipped' },
    step: { status: 'error', error: 'never started' },
    danger: 'default: Skipped',
    footer: 'never started',
  },
  {
    name: 'a killed build without a log has a danger box',
    build: { status: 'killed' },
    stage: { status: 'success' },
    step: { status: 'failure', exit_code: 1 },
    box: ['danger', 'default - test: failure'],
    footer: 'Exit Code 1',
  },
  {
    name: 'a build that was declined says so',
    build: { status: 'declined' },
    stage: { status: 'declined', started: 0, stopped: 0 },
    step: null,
    box: ['danger', 'This pipeline was declined'],
    footer: null,
  },
  {
    name: 'a stage without steps shows its error',
    build: { status: 'killed' },
    stage: { status: 'killed', error: 'cut off', started: 0, stopped: 0 },
    step: null,
    box: ['danger', 'default: cut off'],
    footer: null,
  },
  {
    name: 'a log that is not there: step does not exist',
    logFailure: noRows,
    danger: 'Step does not exist',
    footer: 'Exit Code 0',
  },
  {
    name: 'a log that is not there in a killed build: pipeline was cancelled',
    build: { status: 'killed' },
    stage: { status: 'success' },
    logFailure: noRows,
    danger: 'This pipeline was cancelled',
    footer: 'Exit Code 0',
  },
  {
    name: 'a log that cannot be read shows why',
    logFailure: 'the disk is gone',
    danger: 'the disk is gone',
    footer: 'Exit Code 0',
  },
  {
    name: 'a killed stage whose log cannot be read says who is to blame',
    build: { status: 'killed' },
    stage: { status: 'killed' },
    step: { status: 'killed' },
    logFailure: 'the disk is gone',
    danger: 'default: test - Killed (Cancelled)',
    footer: 'Step is killed (canceled)',
  },
];

const isOnPhone = ({ stage, step }: Row) => step?.status !== 'skipped' || stage !== undefined;

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

async function checkPane(page: Page, row: Row) {
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

atEachWidth((width) => {
  test('each state of a step shows as it is', async ({ page, mock }) => {
    const shown = rows.filter((each) => width !== 'phone' || isOnPhone(each));
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
