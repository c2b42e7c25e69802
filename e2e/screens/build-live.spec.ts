import { linesOf, numbered, recentStage, recentStep } from '@millrace/contract/testing';
import { logPath, publishUpdate, setBuild, setStep } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { logOf, openLive, printLines, rowOf } from '../support/build-screen.ts';
import { expect, test, toast } from '../support/screen.ts';

/** Sets whether the tab is hidden. */
const setHidden = (page: Page, isAway: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isAway);

test.describe('live updates', () => {
  test('applies updates to the open build, and ignores older states', async ({ page, mock }) => {
    const build = setStep(mock, { status: 'running' });
    await page.goto('/octo/hello/1');
    const head = page.getByRole('heading', { level: 1 });
    await expect(head.getByRole('img', { name: 'running' })).toBeVisible();
    await expect.poll(() => mock.listeners).toBe(1);
    const stages = [
      recentStage({ status: 'failure', steps: [recentStep({ status: 'failure', exit_code: 3 })] }),
    ];
    const ended = publishUpdate(mock, { ...build, version: 7 }, { status: 'failure', stages });
    await expect(head.getByRole('img', { name: 'failure' })).toBeVisible();
    await expect(page.getByText('Exit Code 3')).toBeVisible();
    const [repo] = mock.state.repos;
    if (repo) mock.publish(repo, { ...ended, status: 'running', version: 3 });
    if (repo) mock.publish(repo, { ...ended, number: 2, id: 2, status: 'killed', version: 30 });
    publishUpdate(mock, { ...ended, version: 40 }, { title: 'Renamed' });
    await expect(head).toContainText('Renamed');
    await expect(head.getByRole('img', { name: 'failure' })).toBeVisible();
  });

  test('catches up with changes after the stream was lost', async ({ page, mock }) => {
    const build = setStep(mock, { status: 'running' });
    await page.goto('/octo/hello/1');
    await expect.poll(() => mock.listeners).toBe(1);
    mock.disconnectStreams();
    publishUpdate(mock, build, {
      status: 'success',
      stages: [recentStage({ steps: [recentStep()] })],
    });
    mock.restoreStreams();
    await expect(page.getByText('Exit Code 0')).toBeVisible({ timeout: 15_000 });
  });

  test('shows the status in the tab icon, and in the title while the tab is hidden', async ({
    page,
    mock,
  }) => {
    const build = setStep(mock, { status: 'running' });
    await page.goto('/octo/hello/1');
    const icon = page.locator('link[rel="icon"]');
    const own = await page.goto('/').then(() => icon.getAttribute('href'));
    await page.goto('/octo/hello/1');
    await expect(icon).toHaveAttribute('href', /^data:image\/svg.*0b7285/);
    await expect.poll(() => mock.listeners).toBe(1);
    await setHidden(page, true);
    await expect(page).toHaveTitle('Running: Build #1.1.1 - octo/hello - Millrace');
    publishUpdate(mock, build, { status: 'failure' });
    await expect(icon).toHaveAttribute('href', /cf222e/);
    await expect(page).toHaveTitle('Failure: Build #1.1.1 - octo/hello - Millrace');
    await setHidden(page, false);
    await expect(page).toHaveTitle('Build #1.1.1 - octo/hello - Millrace');
    await page.getByRole('link', { name: 'Millrace, to the dashboard' }).click();
    await expect(page).toHaveTitle('Dashboard - Millrace');
    await expect
      .poll(async () => new URL((await icon.getAttribute('href')) ?? '', mock.url).href)
      .toBe(new URL(own ?? '', mock.url).href);
  });
});

test('announces the end of a build that the page has seen running', async ({ page, mock }) => {
  const build = setStep(mock, { status: 'running' });
  await page.goto('/octo/hello/1');
  await expect.poll(() => mock.listeners).toBe(1);
  const announced = page.locator('[aria-live=polite]', { hasText: 'Build #1' });
  await expect(announced).toHaveCount(0);
  const ended = publishUpdate(mock, build, { status: 'failure' });
  await expect(announced).toHaveText(['Build #1: Failure']);
  await page.goto(`/octo/hello/${ended.number}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('#1');
  await expect(announced).toHaveCount(0);
});

for (const { action, status } of [
  { action: 'Cancel', status: 'running' },
  { action: 'Restart failed', status: 'failure' },
] as const) {
  test(`focuses the heading when ${action} removes its own button`, async ({ page, mock }) => {
    setStep(mock, { status }, { attempt: 1 });
    await page.goto('/octo/hello/1');
    const button = page.getByRole('button', { name: action });
    await button.press('Enter');
    await expect(button).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
}

test('closes the streams while the tab is hidden, and reopens them when it is visible', async ({
  page,
  mock,
}) => {
  await openLive(page, mock, 2);
  await expect.poll(() => mock.listeners).toBe(1);
  await setHidden(page, true);
  await expect.poll(() => mock.listeners).toBe(0);
  await expect.poll(() => mock.followers(logPath)).toBe(0);
  mock.state.log = numbered(3);
  await setHidden(page, false);
  await expect(rowOf(page, 3)).toBeVisible();
  await expect(page.getByText('Step is running...')).toBeVisible();
  await expect.poll(() => mock.listeners).toBe(1);
  await expect.poll(() => mock.followers(logPath)).toBe(1);
  printLines(mock, 4, 4);
  await expect(rowOf(page, 4)).toBeVisible();
});

test.describe('reason why a stage is waiting', () => {
  const wanted = { type: 'exec', os: 'linux', arch: 'arm64', labels: { gpu: 'yes' } };
  for (const [waiting, text] of [
    [
      { reason: 'dependencies', stages: ['compile', 'lint'] },
      'default has not started. Waiting for compile, lint to finish.',
    ],
    [{ reason: 'paused' }, 'default has not started. The queue is paused.'],
    [
      { reason: 'limit', limit: 1, holders: [{ build: 8, stage: 1 }] },
      'default has not started. Only 1 stage of this name may run at once; it waits for #8.',
    ],
    [
      { reason: 'no_runner', wanted, runners: [] },
      'default has not started. No connected runner accepts exec pipelines for linux/arm64, gpu:yes.',
    ],
    [
      { reason: 'busy', position: 3, runners: [{ name: 'mill-1', running: 2, capacity: 2 }] },
      'default has not started. The runners are busy: mill-1. It is number 3 in the queue.',
    ],
  ] as const) {
    test(waiting.reason, async ({ page, mock }) => {
      const pending = { status: 'pending', started: 0, stopped: 0 } as const;
      setBuild(mock, {
        status: 'pending',
        started: 0,
        finished: 0,
        stages: [
          recentStage({ ...pending, waiting: structuredClone(waiting) as never, steps: [] }),
        ],
      });
      await page.goto('/octo/hello/1');
      await expect(page.getByRole('status').filter({ hasText: 'has not started' })).toHaveText(
        text,
      );
    });
  }
});

test.describe('remote session', () => {
  const rules: [
    string,
    { debug: boolean; status: 'running' | 'success'; line: string; has: boolean },
  ][] = [
    [
      'running debug build that prints the URL',
      { debug: true, status: 'running', line: 'web session: https://term.example/x', has: true },
    ],
    [
      'build without debug mode',
      { debug: false, status: 'running', line: 'web session: https://term.example/x', has: false },
    ],
    [
      'finished step',
      { debug: true, status: 'success', line: 'web session: https://term.example/x', has: false },
    ],
    [
      'URL in the middle of a line',
      {
        debug: true,
        status: 'running',
        line: 'the web session: https://term.example/x',
        has: false,
      },
    ],
    [
      'javascript URL',
      { debug: true, status: 'running', line: 'web session: javascript:alert(1)', has: false },
    ],
  ];
  for (const [name, { debug, status, line, has }] of rules) {
    test(`${name}: ${has ? 'a link' : 'no link'}`, async ({ page, mock }) => {
      setStep(mock, { status }, { debug });
      mock.state.log = linesOf(['preparing', line]);
      await page.goto('/octo/hello/1');
      await expect(logOf(page).getByText(line, { exact: true })).toBeVisible();
      const link = page.getByRole('link', { name: 'Remote session' });
      await expect(link).toHaveCount(has ? 1 : 0);
      if (has) await expect(link).toHaveAttribute('href', 'https://term.example/x');
    });
  }

  test('shows the link when its line arrives', async ({ page, mock }) => {
    setStep(mock, { status: 'running' }, { debug: true });
    await page.goto('/octo/hello/1');
    await expect(page.getByText('Waiting for output')).toBeVisible();
    await expect.poll(() => mock.followers(logPath)).toBe(1);
    mock.publishLine(logPath, { pos: 0, out: 'web session: https://term.example/y\n', time: 0 });
    await expect(page.getByRole('link', { name: 'Remote session' })).toBeVisible();
  });
});

test.describe('browser notification', () => {
  const notify = (page: Page) =>
    page.getByRole('button', { name: 'Notify me when this build ends' });
  const answerWith = (page: Page, answer: NotificationPermission) =>
    page.addInitScript((permission) => {
      const shown: string[] = [];
      Object.assign(window, {
        shown,
        Notification: class {
          static async requestPermission(): Promise<NotificationPermission> {
            return permission;
          }
          constructor(title: string, { body }: NotificationOptions) {
            shown.push(`${title}, ${body}`);
          }
        },
      });
    }, answer);
  const shown = (page: Page) =>
    page.evaluate(() => (window as unknown as { shown: string[] }).shown);

  test('is shown when the build finishes, if the viewer enabled it', async ({ page, mock }) => {
    await answerWith(page, 'granted');
    const build = setStep(mock, { status: 'running' });
    await page.goto('/octo/hello/1');
    await notify(page).click();
    await expect(notify(page)).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => mock.listeners).toBe(1);
    const next = publishUpdate(mock, build, { title: 'Still going' });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Still going');
    expect(await shown(page)).toEqual([]);
    publishUpdate(mock, next, { status: 'failure' });
    await expect.poll(() => shown(page)).toEqual(['Build #1: Failure, octo/hello']);
    await expect(notify(page)).toHaveCount(0);
  });

  test('is not shown if the browser denies the permission', async ({ page, mock }) => {
    await answerWith(page, 'denied');
    const build = setStep(mock, { status: 'running' });
    await page.goto('/octo/hello/1');
    await notify(page).click();
    await expect(page.getByText('This browser does not allow notifications here.')).toBeVisible();
    await expect(notify(page)).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => mock.listeners).toBe(1);
    publishUpdate(mock, build, { status: 'success' });
    await expect(notify(page)).toHaveCount(0);
    expect(await shown(page)).toEqual([]);
  });

  test('is replaced by a toast if the browser cannot show it', async ({ page, mock }) => {
    await page.addInitScript(() => {
      const refuse = () => {
        throw new TypeError('Illegal constructor');
      };
      refuse.requestPermission = async () => 'granted';
      Object.assign(window, { Notification: refuse });
    });
    const build = setStep(mock, { status: 'running' });
    await page.goto('/octo/hello/1');
    await notify(page).click();
    await expect(notify(page)).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => mock.listeners).toBe(1);
    publishUpdate(mock, build, { status: 'failure' });
    await expect(toast(page, 'Build #1: Failure')).toBeVisible();
  });
});
