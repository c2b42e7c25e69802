import { getLogs } from '@millrace/contract/api';
import { linesOf, numbered, recentStage, recentStep } from '@millrace/contract/testing';
import { setBuild, setStep } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import {
  buttonOf,
  countNodes,
  drawnLines,
  logOf,
  openLog,
  rowOf,
  stepUrl,
  textOf,
} from '../support/build-screen.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

test.describe('initial lines', () => {
  test('shows all lines of a log with 250 lines', async ({ page, mock }) => {
    mock.state.log = numbered(250);
    await openLog(page, mock);
    await expect(buttonOf(page, 'Show all logs')).toHaveCount(0);
    await logOf(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(rowOf(page, 1)).toBeVisible();
  });

  test('fetches and shows only the last 250 lines of a longer log, until the viewer shows all', async ({
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

    await buttonOf(page, 'Show all logs').click();
    await expect(rowOf(page, 1251)).toBeVisible();
    await expect(buttonOf(page, 'Show all logs')).toHaveCount(0);
    await expect(logOf(page)).toHaveAttribute('aria-busy', 'false');
    await logOf(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(textOf(page, 1)).toHaveText('line 1');
    expect(mock.calls(getLogs).map(({ query }) => query)).toEqual([
      { from: '-250' },
      { from: '0', to: '1001' },
    ]);
  });

  test('renders few elements for 50,000 lines at any scroll position', async ({ page, mock }) => {
    mock.state.log = numbered(50_000);
    await openLog(page, mock);
    await logOf(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await buttonOf(page, 'Show all logs').click();
    await expect(logOf(page)).toHaveAttribute('aria-busy', 'false');
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
  test('highlights and shows the line of #L120, also after a reload', async ({ page, mock }) => {
    mock.state.log = numbered(1000);
    await openLog(page, mock, `${stepUrl}#L120`);
    for (const _ of ['at first', 'reloaded']) {
      await expect(rowOf(page, 120)).toBeInViewport();
      await expect(rowOf(page, 120)).toHaveClass(/linked/);
      await expect(rowOf(page, 121)).not.toHaveClass(/linked/);
      await page.reload();
    }
    await expect(rowOf(page, 120)).toBeInViewport();
  });

  test('scrolls to the line when the URL changes, and back to the previous one', async ({
    page,
    mock,
  }) => {
    mock.state.log = numbered(1000);
    await openLog(page, mock, stepUrl);
    for (const line of [700, 120]) {
      await page.goto(`${stepUrl}#L${line}`);
      await expect(rowOf(page, line)).toBeInViewport();
      await expect(rowOf(page, line)).toHaveClass(/linked/);
    }
    await page.goBack();
    await expect(rowOf(page, 700)).toBeInViewport();
  });

  test('links a line on click, and a range on shift-click', async ({ page, mock }) => {
    mock.state.log = numbered(200);
    await openLog(page, mock, `${stepUrl}#L120`);
    await rowOf(page, 125).locator('a').first().click();
    await expect(page).toHaveURL(`${stepUrl}#L125`);
    await rowOf(page, 121)
      .locator('a')
      .first()
      .click({ modifiers: ['Shift'] });
    await expect(page).toHaveURL(`${stepUrl}#L121-L125`);
    await page.reload();
    for (const line of [121, 123, 125]) await expect(rowOf(page, line)).toHaveClass(/linked/);
    await expect(rowOf(page, 126)).not.toHaveClass(/linked/);
    await expect(rowOf(page, 121)).toBeInViewport();
  });

  test('links lines by J and K while the log has the focus', async ({ page, mock }) => {
    mock.state.log = numbered(200);
    await openLog(page, mock, `${stepUrl}#L120`);
    const log = logOf(page);
    await log.press('j');
    await expect(page).toHaveURL(/#L121$/);
    await log.press('k');
    await log.press('k');
    await expect(page).toHaveURL(/#L119$/);
    await log.press('Shift+J');
    await log.press('Shift+J');
    await expect(page).toHaveURL(/#L119-L121$/);
    await log.press('Shift+K');
    await expect(page).toHaveURL(/#L119-L120$/);
    for (let count = 0; count < 40; count++) await log.press('j');
    await expect(page).toHaveURL(/#L160$/);
    await expect(rowOf(page, 160)).toBeInViewport();
    await expect(log).toBeFocused();
  });

  test('links the next line for each repetition of a held key', async ({ page, mock }) => {
    mock.state.log = numbered(200);
    await openLog(page, mock, `${stepUrl}#L120`);
    await logOf(page).evaluate(async (log) => {
      for (let count = 0; count < 40; count++) {
        log.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', code: 'KeyJ', bubbles: true }));
        await Promise.resolve();
      }
    });
    await expect(page).toHaveURL(/#L160$/);
    await expect(rowOf(page, 160)).toHaveClass(/linked/);
    await logOf(page).press('k');
    await expect(page).toHaveURL(/#L159$/);
  });

  test('does not follow a running log opened with #L120-L140', async ({ page, mock }) => {
    setStep(mock, { status: 'running' });
    mock.state.log = numbered(400);
    await page.goto(`${stepUrl}#L160-L180`);
    await expect(rowOf(page, 160)).toBeInViewport();
    await expect(rowOf(page, 180)).toHaveClass(/linked/);
    await expect(buttonOf(page, 'Follow logs')).toHaveAttribute('aria-pressed', 'false');
  });

  test('ignores a link to a missing line', async ({ page, mock }) => {
    mock.state.log = numbered(10);
    await openLog(page, mock, `${stepUrl}#L999`);
    await expect(rowOf(page, 10)).toBeVisible();
  });
});

test.describe('line rendering', () => {
  test('folds groups, including nested ones, and exposes their state', async ({ page, mock }) => {
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
    // Its author wants it to be folded at first.
    await expect(inner).toHaveAttribute('aria-expanded', 'false');
    await expect(rowOf(page, 5)).toHaveCount(0);
    await inner.click();
    await expect(rowOf(page, 5)).toBeVisible();
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

  test('continues colors on the next line, and renders progress bars as a terminal does', async ({
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
    await expect(piece(3, 0)).toHaveCSS('color', 'rgb(166, 88, 0)');
    await expect(piece(3, 1)).toHaveCSS('background-color', 'rgb(10, 20, 30)');
    await expect(textOf(page, 4)).toHaveText('100%');
    await expect(textOf(page, 5)).toHaveText('ok');
    await expect(page.getByRole('link', { name: 'link', exact: true })).toHaveAttribute(
      'href',
      'https://good.example/',
    );
  });

  test('remembers the toggles for times and line wrapping', async ({ page, mock }) => {
    mock.state.log = linesOf(['x'.repeat(900), 'short']);
    await openLog(page, mock);
    const height = async () => (await rowOf(page, 1).boundingBox())?.height ?? 0;
    await expect(rowOf(page, 2).getByText('1s', { exact: true })).toBeVisible();
    expect(await height()).toBeGreaterThan(40);
    await buttonOf(page, 'Show times').click();
    await buttonOf(page, 'Wrap lines').click();
    for (const _ of ['at once', 'reloaded']) {
      await expect(buttonOf(page, 'Wrap lines')).toHaveAttribute('aria-pressed', 'false');
      await expect(buttonOf(page, 'Show times')).toHaveAttribute('aria-pressed', 'false');
      await expect(rowOf(page, 2).getByText('1s', { exact: true })).toHaveCount(0);
      await expect.poll(height).toBeLessThan(25);
      await page.reload();
    }
    await buttonOf(page, 'Show times').click();
    await buttonOf(page, 'Wrap lines').click();
    await expect(rowOf(page, 2).getByText('1s', { exact: true })).toBeVisible();
    await expect.poll(height).toBeGreaterThan(40);
  });

  test('jumps to the first error, and has no such button without one', async ({ page, mock }) => {
    const texts = numbered(240).map(({ out }) => out.trimEnd());
    mock.state.log = linesOf(
      texts.with(20, 'src/a.ts(1,2): error TS2304: no name').with(90, 'Error: x'),
    );
    await openLog(page, mock);
    await logOf(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await buttonOf(page, 'First error').click();
    await expect(rowOf(page, 21)).toBeInViewport();
    await expect(rowOf(page, 21)).toHaveClass(/error/);
    mock.state.log = linesOf(['0 errors', 'all is well']);
    await page.reload();
    await expect(rowOf(page, 2)).toBeVisible();
    await expect(buttonOf(page, 'First error')).toHaveCount(0);
  });
});

atEachWidth(() => {
  test('never makes the console wider than the screen', async ({ page, mock }) => {
    mock.state.log = linesOf(['x'.repeat(5000), 'y'.repeat(300)]);
    setStep(mock, { status: 'success' });
    await page.goto(stepUrl);
    await expect(rowOf(page, 1)).toBeVisible();
    const wrap = buttonOf(page, 'Wrap lines');
    for (const _ of ['wrapped', 'not wrapped']) {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over).toBeLessThanOrEqual(0);
      await wrap.click();
    }
  });
});

test('never shows lines of the previous step after a step change', async ({ page, mock }) => {
  const steps = ['one', 'two', 'three'].map((name, at) => recentStep({ name, number: at + 1 }));
  setBuild(mock, { stages: [recentStage({ steps })] });
  const late = Promise.withResolvers<void>();
  await page.context().route('**/logs/1/*', async (route) => {
    const step = new URL(route.request().url()).pathname.at(-1);
    if (step === '1') await late.promise;
    await route.fulfill({ json: linesOf([`this is step ${step}`]) }).catch(() => {});
  });
  await page.goto(stepUrl);
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

for (const width of [1440, 1024, 390]) {
  test.describe(`without wrapping at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('scrolls sideways to the end of the widest line, beside its number and time', async ({
      page,
      mock,
    }) => {
      const texts = numbered(600).map(({ out }) => out.trimEnd());
      mock.state.log = linesOf(
        texts.with(420, `${'x'.repeat(900)} END`).with(599, `\t${'漢'.repeat(300)} END`),
      );
      await openLog(page, mock);
      await buttonOf(page, 'Wrap lines').click();
      const log = logOf(page);
      const scrollWidth = () => log.evaluate((element) => element.scrollWidth);
      await expect.poll(scrollWidth).toBeGreaterThan(900 * 7);
      const full = await scrollWidth();
      for (const part of [0.2, 0.6, 1]) {
        await log.evaluate((element, to) => {
          element.scrollTo({ top: element.scrollHeight * to });
        }, part);
        await expect.poll(() => drawnLines(page).then((lines) => lines.length)).toBeGreaterThan(20);
        expect(await scrollWidth()).toBe(full);
      }

      for (const line of [421, 600]) {
        await page.evaluate((to) => {
          location.hash = `#L${to}`;
        }, line);
        await expect(rowOf(page, line)).toBeInViewport();
        await log.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
        await expect.poll(() => boxes(page, line)).toMatchObject({ isTextLeftOfTime: true });
        const { number, time, view } = await boxes(page, line);
        expect(number).toBeCloseTo(view.left, 0);
        expect(time).toBeLessThanOrEqual(view.right);
      }
      await log.evaluate((element) => element.scrollTo({ left: 0 }));
      await log.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => log.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    });

    test('scrolls sideways to a match', async ({ page, mock }) => {
      mock.state.log = linesOf(['short', `${'x'.repeat(900)} needle ${'x'.repeat(900)}`]);
      await openLog(page, mock);
      await buttonOf(page, 'Wrap lines').click();
      await buttonOf(page, 'Search the log').click();
      await page.getByRole('textbox', { name: 'Search the log' }).fill('needle');
      await expect(logOf(page).locator('[data-match="current"]')).toBeInViewport({ ratio: 1 });
    });
  });
}

/** Returns positions of the parts of a line on the screen. */
function boxes(page: Page, line: number) {
  return rowOf(page, line).evaluate((row) => {
    const [number, text, time] = [...row.children].map((part) => part.getBoundingClientRect());
    const view = row.closest('[role=log]')?.getBoundingClientRect();
    return {
      isTextLeftOfTime: Number(text?.right) <= Number(time?.left) + 1,
      number: number?.left ?? Number.NaN,
      time: time?.right ?? Number.NaN,
      view: { left: view?.left ?? 0, right: view?.right ?? 0 },
    };
  });
}
