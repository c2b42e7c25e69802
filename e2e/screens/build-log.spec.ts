import { readFile } from 'node:fs/promises';
import { getLogs } from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import {
  countNodes,
  drawnLines,
  giveBuild,
  giveStep,
  linesOf,
  logOf,
  logPath,
  numbered,
  rowOf,
  someStage,
  someStep,
} from '../support/build-screen.ts';
import type { MockServer } from '../support/mock/server.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

const url = '/octo/hello/1/1/1';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const textOf = (page: Page, line: number) => rowOf(page, line).locator('[data-from]');

async function openLog(page: Page, mock: MockServer, path = url) {
  giveStep(mock, { status: 'success' });
  await page.goto(path);
  await expect(logOf(page)).toBeVisible();
}

/** A step that runs and whose page listens to its log. */
async function openLive(page: Page, mock: MockServer, count: number) {
  giveStep(mock, { status: 'running' });
  mock.state.log = numbered(count);
  await page.goto(url);
  await expect(rowOf(page, count)).toBeVisible();
  await expect.poll(() => mock.followers(logPath)).toBe(1);
}
const send = (mock: MockServer, from: number, to: number) => {
  for (const line of numbered(to).slice(from - 1)) mock.publishLine(logPath, line);
};

test.describe('the first lines', () => {
  test('250 lines are all shown', async ({ page, mock }) => {
    mock.state.log = numbered(250);
    await openLog(page, mock);
    await expect(button(page, 'Show all logs')).toHaveCount(0);
    await logOf(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(rowOf(page, 1)).toBeVisible();
  });

  test('of more, the last 250 show and only they are fetched, until all are asked for', async ({
    page,
    mock,
  }) => {
    mock.state.log = numbered(1251);
    await openLog(page, mock);
    await expect(rowOf(page, 1251)).toBeVisible();
    await logOf(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(page.getByText('1001 earlier lines are not shown')).toBeVisible();
    await expect(rowOf(page, 1002)).toBeVisible();
    await expect(rowOf(page, 1001)).toHaveCount(0);
    expect(mock.calls(getLogs).map(({ query }) => query)).toEqual([{ from: '-250' }]);

    await button(page, 'Show all logs').click();
    await expect(rowOf(page, 1251)).toBeVisible();
    await expect(button(page, 'Show all logs')).toHaveCount(0);
    await logOf(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(textOf(page, 1)).toHaveText('line 1');
    expect(mock.calls(getLogs).map(({ query }) => query)).toEqual([
      { from: '-250' },
      { from: '0', to: '1001' },
    ]);
  });

  test('of 50,000 lines few elements exist, wherever the reader is', async ({ page, mock }) => {
    mock.state.log = numbered(50_000);
    await openLog(page, mock);
    await logOf(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await button(page, 'Show all logs').click();
    for (const part of [0, 0.3, 0.77, 1]) {
      await logOf(page).evaluate((element, to) => {
        element.scrollTo({ top: element.scrollHeight * to });
      }, part);
      await expect
        .poll(async () => {
          const [first = 0] = await drawnLines(page);
          return Math.abs(first - part * 50_000) < 150;
        })
        .toBe(true);
      expect(await countNodes(page)).toBeLessThan(2000);
    }
    await expect(textOf(page, 50_000)).toHaveText('line 50000');
  });
});

test.describe('line links', () => {
  test('#L120 shows the line, marked, also after a reload', async ({ page, mock }) => {
    mock.state.log = numbered(1000);
    await openLog(page, mock, `${url}#L120`);
    for (const _ of ['at first', 'reloaded']) {
      await expect(rowOf(page, 120)).toBeInViewport();
      await expect(rowOf(page, 120)).toHaveClass(/linked/);
      await expect(rowOf(page, 121)).not.toHaveClass(/linked/);
      await page.reload();
    }
    await expect(rowOf(page, 120)).toBeInViewport();
  });

  test('a click names a line, shift and a click a range', async ({ page, mock }) => {
    mock.state.log = numbered(200);
    await openLog(page, mock, `${url}#L120`);
    await rowOf(page, 125).locator('a').first().click();
    await expect(page).toHaveURL(`${url}#L125`);
    await rowOf(page, 121)
      .locator('a')
      .first()
      .click({ modifiers: ['Shift'] });
    await expect(page).toHaveURL(`${url}#L121-L125`);
    await page.reload();
    for (const line of [121, 123, 125]) await expect(rowOf(page, line)).toHaveClass(/linked/);
    await expect(rowOf(page, 126)).not.toHaveClass(/linked/);
    await expect(rowOf(page, 121)).toBeInViewport();
  });

  test('#L120-L140 in a log that still runs does not follow', async ({ page, mock }) => {
    giveStep(mock, { status: 'running' });
    mock.state.log = numbered(400);
    await page.goto(`${url}#L160-L180`);
    await expect(rowOf(page, 160)).toBeInViewport();
    await expect(rowOf(page, 180)).toHaveClass(/linked/);
    await expect(button(page, 'Follow logs')).toHaveAttribute('aria-pressed', 'false');
  });

  test('a line that is not there breaks nothing', async ({ page, mock }) => {
    mock.state.log = numbered(10);
    await openLog(page, mock, `${url}#L999`);
    await expect(rowOf(page, 10)).toBeVisible();
  });
});

test.describe('search', () => {
  const searchBox = (page: Page) => page.getByRole('textbox', { name: 'Search the log' });
  const count = (page: Page) => page.getByRole('search').locator('output');
  const current = (page: Page) => logOf(page).locator('[data-match="current"]');

  test('counts in every line, also those not fetched, and walks through', async ({
    page,
    mock,
  }) => {
    mock.state.log = numbered(3000);
    await openLog(page, mock);
    await button(page, 'Search the log').click();
    await expect(searchBox(page)).toBeFocused();
    await searchBox(page).fill('line 29');
    await expect(count(page)).toHaveText(/ of 111$/);
    await searchBox(page).fill('line 1234');
    await expect(count(page)).toHaveText('1 of 1');
    await expect(rowOf(page, 1234)).toBeInViewport();

    await searchBox(page).fill('line 77');
    await expect(count(page)).toHaveText(/ of 11$/);
    const at = async () => Number.parseInt((await count(page).textContent()) ?? '', 10);
    const first = await at();
    await page.keyboard.press('Enter');
    await expect.poll(at).toBe((first % 11) + 1);
    await button(page, 'Next match').click();
    await expect.poll(at).toBe(((first + 1) % 11) + 1);
    await searchBox(page).press('Shift+Enter');
    await button(page, 'Previous match').click();
    await expect.poll(at).toBe(first);
    for (let step = 0; step < 11; step++) await button(page, 'Next match').click();
    await expect.poll(at).toBe(first);
  });

  test('match case and regular expression', async ({ page, mock }) => {
    mock.state.log = linesOf(['Wheel a.b', 'wheel axb', 'WHEEL', 'spoke']);
    await openLog(page, mock);
    await logOf(page).focus();
    await page.keyboard.press('Control+f');
    await searchBox(page).fill('wheel');
    await expect(count(page)).toHaveText('1 of 3');
    await button(page, 'Match case').click();
    await expect(count(page)).toHaveText('1 of 1');
    await button(page, 'Match case').click();
    await searchBox(page).fill('a.b');
    await expect(count(page)).toHaveText('1 of 1');
    await button(page, 'Regular expression').click();
    await expect(count(page)).toHaveText('1 of 2');
    await searchBox(page).fill('(');
    await expect(count(page)).not.toHaveText(/ of /);
    await expect(count(page)).not.toBeEmpty();
    await searchBox(page).fill('nothing like it');
    await expect(count(page)).toHaveText('No matches');
    await expect(button(page, 'Next match')).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('search')).toHaveCount(0);
  });

  test('marks what was found, across colours', async ({ page, mock }) => {
    mock.state.log = linesOf(['one \u001b[31mtw\u001b[32mo\u001b[0m three']);
    await openLog(page, mock);
    await button(page, 'Search the log').click();
    await searchBox(page).fill('two');
    await expect(count(page)).toHaveText('1 of 1');
    const marked = logOf(page).locator('[data-match]');
    for (const piece of await marked.all())
      await expect(piece).not.toHaveAttribute('style', /color/);
    await expect.poll(async () => (await marked.allTextContents()).join('')).toBe('two');
  });

  test('a match in a folded group opens it', async ({ page, mock }) => {
    mock.state.log = linesOf(['::group::Setup', 'needle', '::endgroup::', 'after']);
    await openLog(page, mock);
    await page.getByRole('button', { name: 'Show or hide Setup' }).click();
    await expect(rowOf(page, 2)).toHaveCount(0);
    await button(page, 'Search the log').click();
    await searchBox(page).fill('needle');
    await expect(rowOf(page, 2)).toBeVisible();
    await expect(current(page).or(logOf(page).locator('[data-match]')).first()).toBeVisible();
  });

  test('a log that grows is searched on', async ({ page, mock }) => {
    await openLive(page, mock, 20);
    await button(page, 'Search the log').click();
    await searchBox(page).fill('line');
    await expect(count(page)).toHaveText(/ of 20$/);
    send(mock, 21, 25);
    await expect(count(page)).toHaveText(/ of 25$/);
  });
});

test.describe('what lines look like', () => {
  test('groups fold, nested ones too, and say so', async ({ page, mock }) => {
    mock.state.log = linesOf([
      'before',
      '::group::Outer',
      'in outer',
      'section_start:1700000000:inner[collapsed=true]\r\u001b[0KInner',
      'in inner',
      'section_end:1700000000:inner\r\u001b[0K',
      '::endgroup::',
      'after',
    ]);
    await openLog(page, mock);
    const outer = page.getByRole('button', { name: 'Show or hide Outer' });
    const inner = page.getByRole('button', { name: 'Show or hide Inner' });
    await expect(textOf(page, 2)).toHaveText('Outer');
    await expect(outer).toHaveAttribute('aria-expanded', 'true');
    await inner.click();
    await expect(rowOf(page, 5)).toHaveCount(0);
    await expect(rowOf(page, 3)).toBeVisible();
    await outer.click();
    await expect(outer).toHaveAttribute('aria-expanded', 'false');
    await expect(rowOf(page, 3)).toHaveCount(0);
    await expect(rowOf(page, 4)).toHaveCount(0);
    await expect(rowOf(page, 8)).toBeVisible();
    await outer.click();
    await expect(rowOf(page, 3)).toBeVisible();
    await expect(rowOf(page, 5)).toHaveCount(0);
  });

  test('colours carry over lines, and progress bars look as in a terminal', async ({
    page,
    mock,
  }) => {
    mock.state.log = linesOf([
      '\u001b[1;31mred',
      'still red\u001b[0m plain',
      '\u001b[38;5;208mx\u001b[48;2;10;20;30my',
      '\u001b[0m 10%\r 50%\r100%',
      'long text\rok\u001b[K',
      '\u001b]8;;https://good.example/\u0007link\u001b]8;;\u0007',
    ]);
    await openLog(page, mock);
    const piece = (line: number, at: number) => textOf(page, line).locator('> *').nth(at);
    await expect(piece(1, 0)).toHaveCSS('font-weight', /[67]00/);
    const red = await piece(1, 0).evaluate((element) => getComputedStyle(element).color);
    await expect(piece(2, 0)).toHaveCSS('color', red);
    await expect(piece(2, 1)).not.toHaveCSS('color', red);
    await expect(piece(3, 0)).toHaveCSS('color', 'rgb(255, 135, 0)');
    await expect(piece(3, 1)).toHaveCSS('background-color', 'rgb(10, 20, 30)');
    await expect(textOf(page, 4)).toHaveText('100%');
    await expect(textOf(page, 5)).toHaveText('ok');
    await expect(page.getByRole('link', { name: 'link', exact: true })).toHaveAttribute(
      'href',
      'https://good.example/',
    );
  });

  test('the switches for times and wrapping are remembered', async ({ page, mock }) => {
    mock.state.log = linesOf(['x'.repeat(900), 'short']);
    await openLog(page, mock);
    const height = async () => (await rowOf(page, 1).boundingBox())?.height ?? 0;
    await expect(rowOf(page, 2).getByText('1s', { exact: true })).toBeVisible();
    expect(await height()).toBeGreaterThan(40);
    await button(page, 'Show times').click();
    await button(page, 'Wrap lines').click();
    for (const _ of ['at once', 'reloaded']) {
      await expect(button(page, 'Wrap lines')).toHaveAttribute('aria-pressed', 'false');
      await expect(button(page, 'Show times')).toHaveAttribute('aria-pressed', 'false');
      await expect(rowOf(page, 2).getByText('1s', { exact: true })).toHaveCount(0);
      await expect.poll(height).toBeLessThan(25);
      await page.reload();
    }
    await button(page, 'Show times').click();
    await button(page, 'Wrap lines').click();
    await expect(rowOf(page, 2).getByText('1s', { exact: true })).toBeVisible();
    await expect.poll(height).toBeGreaterThan(40);
  });

  test('leads to the first error, and there is no such button without one', async ({
    page,
    mock,
  }) => {
    const texts = numbered(240).map(({ out }) => out.trimEnd());
    mock.state.log = linesOf(
      texts.with(20, 'src/a.ts(1,2): error TS2304: no name').with(90, 'Error: x'),
    );
    await openLog(page, mock);
    await logOf(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await button(page, 'First error').click();
    await expect(rowOf(page, 21)).toBeInViewport();
    await expect(rowOf(page, 21)).toHaveClass(/error/);
    mock.state.log = linesOf(['0 errors', 'all is well']);
    await page.reload();
    await expect(rowOf(page, 2)).toBeVisible();
    await expect(button(page, 'First error')).toHaveCount(0);
  });
});

test.describe('taking it along', () => {
  test('the download has the name and exactly what was printed', async ({ page, mock }) => {
    const texts = ['\u001b[31mred\u001b[0m', '10%\r20%', '', 'ünïcode 😀', 'a\tb'];
    mock.state.log = [
      ...numbered(600),
      ...linesOf(texts, 600),
      { pos: 605, out: 'no end', time: 9 },
    ];
    await openLog(page, mock);
    const started = page.waitForEvent('download');
    await button(page, 'Download log').click();
    const download = await started;
    expect(download.suggestedFilename()).toBe('octo-hello-1-1-1.log');
    const lines = numbered(600).map(({ out }) => out);
    expect(await readFile(await download.path(), 'utf8')).toBe(
      `${lines.join('')}${texts.join('\n')}\nno end\n`,
    );
  });

  test('nothing can be searched or downloaded where nothing was printed', async ({
    page,
    mock,
  }) => {
    giveStep(mock, { status: 'success' });
    await page.goto(url);
    await expect(button(page, 'Download log')).toBeDisabled();
    await expect(button(page, 'Search the log')).toBeDisabled();
  });

  const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  test('a selection reaches over lines that are not drawn', async ({ page, mock, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    mock.state.log = numbered(240);
    await openLog(page, mock);
    await logOf(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(rowOf(page, 3)).toBeVisible();
    const select = (line: number, column: number, isStart: boolean) =>
      page.evaluate(
        ([row, at, collapses]) => {
          const text = document.querySelector(`[data-line="${row}"] [data-from] span`)?.firstChild;
          if (!text) throw new Error('The line is not drawn');
          if (collapses) getSelection()?.collapse(text, at);
          else getSelection()?.extend(text, at);
        },
        [line - 1, column, isStart] as const,
      );
    await select(3, 5, true);
    await select(4, 1, false);
    await logOf(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(rowOf(page, 238)).toBeVisible();
    await expect(rowOf(page, 100)).toHaveCount(0);
    await select(238, 6, false);
    await page.waitForTimeout(300);
    await page.keyboard.press('Control+c');
    const wanted = numbered(238)
      .slice(2)
      .map(({ out }) => out)
      .join('')
      .slice(5, -3);
    await expect.poll(() => readClipboard(page)).toBe(wanted);
  });

  test('Ctrl A and copy take the whole log, also what was not fetched', async ({
    page,
    mock,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    mock.state.log = numbered(2000);
    await openLog(page, mock);
    await logOf(page).focus();
    await page.keyboard.press('Control+a');
    await expect(rowOf(page, 2000)).toHaveClass(/selected/);
    await page.keyboard.press('Control+c');
    const whole = numbered(2000)
      .map(({ out }) => out)
      .join('');
    await expect.poll(() => readClipboard(page).catch(() => '')).toBe(whole);
    await page.keyboard.press('Escape');
    await expect(rowOf(page, 2000)).not.toHaveClass(/selected/);
  });
});

test.describe('live', () => {
  test('follows while the step runs, and stops when the reader scrolls up', async ({
    page,
    mock,
  }) => {
    await openLive(page, mock, 100);
    const follow = button(page, 'Follow logs');
    await expect(follow).toHaveAttribute('aria-pressed', 'true');
    send(mock, 101, 150);
    await expect(rowOf(page, 150)).toBeInViewport();

    await logOf(page).hover();
    await page.mouse.wheel(0, -900);
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    const top = await logOf(page).evaluate((element) => element.scrollTop);
    send(mock, 151, 157);
    await expect(button(page, '7 new lines')).toBeVisible();
    send(mock, 158, 158);
    await expect(button(page, '8 new lines')).toBeVisible();
    expect(await logOf(page).evaluate((element) => element.scrollTop)).toBe(top);

    await button(page, '8 new lines').click();
    await expect(rowOf(page, 158)).toBeInViewport();
    await expect(follow).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('button', { name: /\d new line/ })).toHaveCount(0);
    send(mock, 159, 170);
    await expect(rowOf(page, 170)).toBeInViewport();
  });

  test('the toggle stops and starts following', async ({ page, mock }) => {
    await openLive(page, mock, 100);
    const follow = button(page, 'Follow logs');
    await follow.click();
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    send(mock, 101, 101);
    await expect(button(page, '1 new line')).toBeVisible();
    await follow.click();
    await expect(rowOf(page, 101)).toBeInViewport();
  });

  test('scrolling back to the end follows again', async ({ page, mock }) => {
    await openLive(page, mock, 120);
    const follow = button(page, 'Follow logs');
    await logOf(page).hover();
    await page.mouse.wheel(0, -900);
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    await page.mouse.wheel(0, 5000);
    await expect(follow).toHaveAttribute('aria-pressed', 'true');
  });

  test('there is nothing to follow once the step is over', async ({ page, mock }) => {
    mock.state.log = numbered(3);
    await openLog(page, mock);
    await expect(button(page, 'Follow logs')).toHaveCount(0);
  });

  test('lines that come twice or out of order stand once, in order', async ({ page, mock }) => {
    await openLive(page, mock, 3);
    const lines = numbered(8);
    for (const at of [4, 3, 4, 1, 7, 6, 6, 5]) {
      const line = lines[at];
      if (line) mock.publishLine(logPath, line);
    }
    await expect(rowOf(page, 8)).toBeVisible();
    await expect.poll(() => drawnLines(page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (let line = 1; line <= 8; line++) {
      await expect(textOf(page, line)).toHaveText(`line ${line}`);
    }
  });

  test('a stream that is lost comes back, and nothing is doubled', async ({ page, mock }) => {
    await openLive(page, mock, 3);
    mock.loseStreams();
    await expect.poll(() => mock.followers(logPath)).toBe(0);
    mock.restoreStreams();
    await expect.poll(() => mock.followers(logPath), { timeout: 20_000 }).toBe(1);
    send(mock, 1, 6);
    await expect(rowOf(page, 6)).toBeVisible();
    expect(await drawnLines(page)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('the end of the stream makes the build be read again', async ({ page, mock }) => {
    await openLive(page, mock, 3);
    giveStep(mock, { status: 'failure', exit_code: 4 }, { version: 2 });
    mock.endLog(logPath);
    await expect(page.getByText('Exit Code 4')).toBeVisible();
    await expect(rowOf(page, 3)).toBeVisible();
  });
});

atEachWidth((width) => {
  test('the console never is wider than the screen', async ({ page, mock }) => {
    mock.state.log = linesOf(['x'.repeat(5000), 'y'.repeat(300)]);
    giveStep(mock, { status: 'success' });
    await page.goto(url);
    if (width === 'phone') await page.getByRole('link', { name: /test/ }).click();
    await expect(rowOf(page, 1)).toBeVisible();
    const wrap = button(page, 'Wrap lines');
    for (const _ of ['wrapped', 'not wrapped']) {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over).toBeLessThanOrEqual(0);
      await wrap.click();
    }
  });
});

test('going from step to step never shows the lines of another', async ({ page, mock }) => {
  const steps = ['one', 'two', 'three'].map((name, at) => someStep({ name, number: at + 1 }));
  giveBuild(mock, { stages: [someStage({ steps })] });
  const late = Promise.withResolvers<void>();
  await page.context().route('**/logs/1/*', async (route) => {
    const step = new URL(route.request().url()).pathname.at(-1);
    if (step === '1') await late.promise;
    await route.fulfill({ json: linesOf([`this is step ${step}`]) }).catch(() => {});
  });
  await page.goto(url);
  for (const name of ['two', 'one', 'three', 'two']) {
    await page.getByRole('link', { name: new RegExp(name) }).click();
  }
  await expect(textOf(page, 1)).toHaveText('this is step 2');
  late.resolve();
  await page.getByRole('link', { name: /three/ }).click();
  await expect(textOf(page, 1)).toHaveText('this is step 3');
  await page.goBack();
  await expect(textOf(page, 1)).toHaveText('this is step 2');
  await expect(logOf(page)).not.toContainText('step 1');
});
