import type { Page } from '@playwright/test';
import {
  changeBuild,
  giveBuild,
  linesOf,
  someStage,
  someStep,
} from '../../apps/web/src/testing/mock/some-build.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

const treeOf = (page: Page) => page.getByRole('navigation', { name: 'Stages and steps' });
const paneOf = (page: Page) => page.getByRole('region', { name: /^Log of/ });
const viewOf = (page: Page) => page.getByRole('group', { name: 'View' });

test.describe('head', () => {
  test('the title has build, stage and step', async ({ page, mock }) => {
    giveBuild(mock, { stages: [someStage({ steps: [someStep(), someStep({ number: 2 })] })] });
    await page.goto('/octo/hello/1');
    await expect(page).toHaveTitle('Build #1.1.1 - octo/hello - Millrace');
    await page.goto('/octo/hello/1/1/2');
    await expect(page).toHaveTitle('Build #1.1.2 - octo/hello - Millrace');
  });

  atEachWidth(() => {
    test('says what was built, by whom, and how it went', async ({ page, mock }) => {
      giveBuild(mock, { status: 'failure', deploy_to: 'staging', event: 'promote', parent: 7 });
      await page.goto('/octo/hello/1');
      const head = page.getByRole('heading', { level: 1 });
      await expect(head).toContainText('#1 Say hello');
      await expect(head.getByRole('img', { name: 'failure' })).toBeVisible();
      const crumbs = page.getByRole('navigation', { name: /breadcrumb/i });
      await expect(crumbs.getByRole('link', { name: 'Builds' })).toHaveAttribute(
        'href',
        '/octo/hello',
      );
      await expect(crumbs).toContainText('#1');
      const main = page.getByRole('main');
      for (const fact of ['ada', '7fd1a60b', 'main', 'staging']) {
        await expect(main.getByText(fact).first()).toBeVisible();
      }
      await expect(main.getByTitle('Duration')).toContainText('1m 00s');
    });
  });

  test('the chosen view is remembered', async ({ page, mock }) => {
    giveBuild(mock);
    await page.goto('/octo/hello/1');
    const toggle = (name: string) => viewOf(page).getByRole('button', { name });
    await expect(toggle('Log View')).toHaveAttribute('aria-pressed', 'true');
    await toggle('Graph View').click();
    await expect(page.getByRole('region', { name: 'Stages and steps as a graph' })).toBeVisible();
    await page.reload();
    await expect(toggle('Graph View')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('region', { name: 'Stages and steps as a graph' })).toBeVisible();
    await toggle('Log View').click();
    await page.reload();
    await expect(paneOf(page)).toBeVisible();
  });

  test('Card View is there only where a step has a schema', async ({ page, mock }) => {
    const build = giveBuild(mock, { stages: [someStage({ steps: [someStep()] })] });
    await page.goto('/octo/hello/1');
    await expect(viewOf(page).getByRole('button')).toHaveText(['Log View', 'Graph View']);
    await expect.poll(() => mock.listeners).toBe(1);
    const steps = [someStep({ schema: `${mock.url}/card.json` })];
    changeBuild(mock, build, { stages: [someStage({ steps })] });
    await expect(viewOf(page).getByRole('button')).toHaveText([
      'Log View',
      'Graph View',
      'Card View',
    ]);
  });

  test('a remembered Card View falls back to the log where there is no card', async ({
    page,
    mock,
  }) => {
    giveBuild(mock);
    await page.evaluate(() => localStorage.setItem('millrace.build-view', 'cards'));
    await page.goto('/octo/hello/1');
    await expect(paneOf(page)).toBeVisible();
  });

  test('warnings of the pipeline file are a press away', async ({ page, mock }) => {
    giveBuild(mock, { warnings: ['line 3: wat means nothing', 'line 9: huh means nothing'] });
    await page.goto('/octo/hello/1');
    await page.getByText('The pipeline file has 2 warnings').click();
    await expect(page.getByText('line 3: wat means nothing')).toBeVisible();
    await expect(page.getByText('line 9: huh means nothing')).toBeVisible();
  });
});

test.describe('stages and steps', () => {
  const manyStages = () => [
    someStage({ name: 'first', steps: [someStep({ name: 'alpha' })] }),
    someStage({
      number: 2,
      id: 2,
      name: 'second',
      status: 'failure',
      steps: [
        someStep({ name: 'beta' }),
        someStep({ number: 2, name: 'gamma', status: 'failure', exit_code: 1 }),
        someStep({ number: 3, name: 'delta', status: 'skipped' }),
      ],
    }),
    ...(['skipped', 'blocked', 'pending', 'waiting_on_dependencies'] as const).map((status, at) =>
      someStage({
        number: 3 + at,
        id: 3 + at,
        name: `closed-${status}`,
        status,
        steps: [someStep({ name: `in-${status}` })],
      }),
    ),
    someStage({ number: 7, id: 7, name: 'empty', steps: [] }),
  ];

  test('only a stage with steps that has begun opens', async ({ page, mock }) => {
    giveBuild(mock, { status: 'failure', stages: manyStages() });
    await page.goto('/octo/hello/1');
    const tree = treeOf(page);
    await expect(tree.getByRole('button')).toHaveCount(2);
    for (const name of ['skipped', 'blocked', 'pending', 'waiting_on_dependencies']) {
      await expect(tree.getByRole('link', { name: `closed-${name}` })).toBeVisible();
      await expect(tree.getByText(`in-${name}`)).toHaveCount(0);
    }
    await expect(tree.getByRole('link', { name: 'empty' })).toBeVisible();
  });

  test('the stage of the address is open, and a skipped step cannot be chosen', async ({
    page,
    mock,
  }) => {
    giveBuild(mock, { status: 'failure', stages: manyStages() });
    await page.goto('/octo/hello/1/2/2');
    const tree = treeOf(page);
    const second = tree.getByRole('button', { name: /second/ });
    await expect(second).toHaveAttribute('aria-expanded', 'true');
    await expect(tree.getByRole('button', { name: /first/ })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    await expect(tree.getByRole('link', { name: /gamma/ })).toHaveAttribute('aria-current', 'page');
    await expect(tree.getByText('delta')).toBeVisible();
    await expect(tree.getByRole('link', { name: /delta/ })).toHaveCount(0);
    await second.click();
    await expect(tree.getByText('gamma')).toHaveCount(0);
    await tree.getByRole('button', { name: /first/ }).click();
    await tree.getByRole('link', { name: /alpha/ }).click();
    await expect(page).toHaveURL('/octo/hello/1/1/1');
    await expect(paneOf(page).getByRole('heading')).toHaveText('first / alpha');
  });

  test('a stage that begins opens by itself where it is looked at', async ({ page, mock }) => {
    const pending = { status: 'pending', started: 0, stopped: 0 } as const;
    const build = giveBuild(mock, {
      ...{ status: 'pending', started: 0, finished: 0 },
      stages: [someStage({ ...pending, steps: [] })],
    });
    await page.goto('/octo/hello/1');
    await expect(treeOf(page).getByRole('link', { name: 'default' })).toBeVisible();
    await expect.poll(() => mock.listeners).toBe(1);
    const running = { status: 'running', stopped: 0 } as const;
    changeBuild(mock, build, {
      status: 'running',
      stages: [someStage({ ...running, steps: [someStep({ ...running, name: 'compile' })] })],
    });
    await expect(treeOf(page).getByRole('link', { name: /compile/ })).toBeVisible();
    await expect(paneOf(page).getByRole('paragraph').last()).toHaveText('Step is running...');
  });

  test('arrow keys walk the rows', async ({ page, mock }) => {
    giveBuild(mock, { stages: manyStages() });
    await page.goto('/octo/hello/1');
    const tree = treeOf(page);
    await tree.getByRole('button', { name: /first/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(tree.getByRole('link', { name: /alpha/ })).toBeFocused();
    await page.keyboard.press('End');
    await expect(tree.getByRole('link', { name: 'empty' })).toBeFocused();
    await page.keyboard.press('Home');
    await expect(tree.getByRole('button', { name: /first/ })).toBeFocused();
  });

  test('f and its link lead to the step that failed', async ({ page, mock }) => {
    giveBuild(mock, { status: 'failure', stages: manyStages() });
    await page.goto('/octo/hello/1');
    await expect(page.getByRole('link', { name: 'Go to the failing step' })).toBeVisible();
    await page.keyboard.press('f');
    await expect(page).toHaveURL('/octo/hello/1/2/2');
    await expect(paneOf(page).getByRole('heading')).toHaveText('second / gamma');
  });

  test('a failure that does not count is not offered', async ({ page, mock }) => {
    const steps = [someStep({ status: 'failure', errignore: true })];
    giveBuild(mock, { stages: [someStage({ steps })] });
    await page.goto('/octo/hello/1');
    await expect(treeOf(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to the failing step' })).toHaveCount(0);
  });

  test('? lists the keys', async ({ page, mock }) => {
    giveBuild(mock);
    await page.goto('/octo/hello/1');
    await expect(treeOf(page)).toBeVisible();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toContainText('Go to the failing step of a build');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  test('neither side of the split is narrower than 190 px', async ({ page, mock }) => {
    giveBuild(mock);
    await page.goto('/octo/hello/1');
    const separator = page.getByRole('separator', { name: 'Resize the list of steps' });
    const [tree, pane] = [treeOf(page), paneOf(page)];
    const widthOf = async (element: typeof tree) => (await element.boundingBox())?.width ?? 0;
    for (const to of [0, 1440]) {
      const box = await separator.boundingBox();
      await page.mouse.move((box?.x ?? 0) + 1, 500);
      await page.mouse.down();
      await page.mouse.move(to, 500, { steps: 5 });
      await page.mouse.up();
      await expect.poll(() => widthOf(tree)).toBeGreaterThanOrEqual(188);
      await expect.poll(() => widthOf(pane)).toBeGreaterThanOrEqual(188);
    }
    await expect.poll(() => widthOf(pane)).toBeLessThan(200);
  });

  test('the split is moved with the keyboard too', async ({ page, mock }) => {
    giveBuild(mock);
    await page.goto('/octo/hello/1');
    const separator = page.getByRole('separator', { name: 'Resize the list of steps' });
    const width = async () => (await treeOf(page).boundingBox())?.width ?? 0;
    await expect(separator).toBeVisible();
    const before = await width();
    await separator.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBeGreaterThan(before + 20);
    await page.keyboard.press('Home');
    await expect.poll(width).toBeLessThan(before);
    expect(await width()).toBeGreaterThanOrEqual(188);
  });
});

test.describe('phone', () => {
  for (const [width, isCovered] of [
    [767, true],
    [768, false],
  ] as const) {
    test(`at ${width} px the console ${isCovered ? 'covers the page' : 'stands beside'}`, async ({
      page,
      mock,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      giveBuild(mock, { stages: [someStage({ steps: [someStep()] })] });
      mock.state.log = linesOf(['hello']);
      await page.goto('/octo/hello/1');
      await expect(treeOf(page)).toBeVisible();
      if (!isCovered) {
        await expect(paneOf(page)).toBeVisible();
        return;
      }
      await expect(paneOf(page)).toHaveCount(0);
      await treeOf(page).getByRole('link', { name: /test/ }).click();
      const dialog = page.getByRole('dialog', { name: 'test' });
      await expect(dialog.getByRole('log')).toContainText('hello');
      await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width, height: 800 });
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(dialog).toHaveCount(0);
      await treeOf(page).getByRole('link', { name: /test/ }).click();
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(dialog).toHaveCount(0);
      await expect(treeOf(page)).toBeVisible();
    });
  }

  test('a link to a step opens its log, and the list is one tap away', async ({ page, mock }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const steps = [someStep(), someStep({ id: 2, number: 2, name: 'deploy' })];
    giveBuild(mock, { stages: [someStage({ steps })] });
    mock.state.log = linesOf(['hello', 'there']);
    await page.goto('/octo/hello/1/1/2#L2');
    const dialog = page.getByRole('dialog', { name: 'deploy' });
    await expect(dialog.getByRole('log')).toContainText('there');
    // It is read from its top: no button that somebody happens to need first has the focus.
    await expect(dialog).toBeFocused();
    await dialog.locator('a[href="#L1"]').click();
    await expect(page).toHaveURL('/octo/hello/1/1/2#L1');
    await expect(dialog.getByRole('log')).toContainText('there');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(treeOf(page).getByRole('link', { name: /deploy/ })).toBeVisible();
    await page.reload();
    await expect(treeOf(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goto('/octo/hello/1');
    await expect(treeOf(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
