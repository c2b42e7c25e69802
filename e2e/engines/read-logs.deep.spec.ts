import type { Screen } from './screen.ts';
import { expect, push, test } from './test.ts';

const lines = 20_000;

/** Returns the numbers and texts of the lines in view. */
const linesInView = (screen: Screen) =>
  screen.run(() => {
    const log = document.querySelector('[role=log]');
    const { top, bottom } = log?.getBoundingClientRect() ?? new DOMRect();
    return [...(log?.querySelectorAll('[data-line]') ?? [])]
      .filter((row) => {
        const box = row.getBoundingClientRect();
        return box.bottom > top && box.top < bottom;
      })
      .map(
        (row) =>
          [
            Number(row.getAttribute('data-line')),
            row.querySelector('[data-from]')?.textContent ?? '',
          ] as const,
      )
      .sort(([a], [b]) => a - b);
  });
const scrollTo = (screen: Screen, to: 'top' | 'middle' | 'bottom') =>
  screen.run((place) => {
    const log = document.querySelector('[role=log]');
    if (!log) return;
    const end = log.scrollHeight;
    log.scrollTop = { top: 0, middle: end / 2, bottom: end }[place];
  }, to);

/** Loads all lines, as at first only the last ones are loaded. */
async function showAll(screen: Screen): Promise<void> {
  const button = screen.get('button', 'Show all logs');
  await button.click();
  await button.hidden();
  await expect
    .poll(() => screen.run(() => document.querySelector('[role=log]')?.scrollHeight))
    .toBeGreaterThan(lines * 10);
  await scrollTo(screen, 'bottom');
  await screen.get('log').contains('the end');
}

test.beforeEach(async ({ millrace, slug, admin, screen }) => {
  await push(millrace, slug, [`seq -f 'line %g' ${lines}`, 'echo the end']);
  await admin.finishedBuild(slug, 1);
  await screen.goto(`${millrace.url}/${slug}/1/1/2`);
  await screen.get('log').contains('the end');
});

test('scrolls through a log of 20,000 lines', async ({ screen }) => {
  await showAll(screen);
  for (const place of ['top', 'middle', 'bottom', 'middle', 'top'] as const) {
    await scrollTo(screen, place);
    await expect
      .poll(async () => {
        const shown = await linesInView(screen);
        const numbers = shown.map(([line]) => line);
        const first = numbers[0] ?? 0;
        const isDense = numbers.every((line, at) => line === first + at) && numbers.length > 10;
        // The first lines are those of the shell and its command.
        const printed = shown.flatMap(([line, text]) => {
          const number = /^line (\d+)$/.exec(text)?.[1];
          return number ? [line - Number(number)] : [];
        });
        const isRight = printed.length > 5 && new Set(printed).size === 1;
        const texts = shown.map(([, text]) => text);
        const isThere = {
          top: texts.includes('line 1'),
          middle: first > lines / 3 && first < (lines * 2) / 3,
          bottom: texts.includes('the end'),
        }[place];
        return { place, first, isDense, isRight, isThere };
      })
      .toMatchObject({ isDense: true, isRight: true, isThere: true });
  }
});

test('scrolls with the wheel and the keys', async ({ screen }) => {
  await showAll(screen);
  const firstLine = async () => (await linesInView(screen))[0]?.[0] ?? 0;
  const end = await firstLine();
  const { x, y } = await screen.get('log').shown();
  await screen.tab.scrollAt(x, y, -600);
  await expect.poll(firstLine).toBeLessThan(end - 10);
  await screen.run(() => document.querySelector<HTMLElement>('[role=log]')?.focus());
  await screen.press('Home');
  await expect.poll(firstLine).toBe(0);
  // WebKit ignores the key while it still scrolls to the first line.
  await expect
    .poll(async () => {
      await screen.press('End');
      return (await linesInView(screen)).at(-1)?.[1];
    })
    .toBe('the end');
});

test('finds a line with Ctrl+F in the log, and copies the whole log', async ({ screen }) => {
  await screen.run(() => document.querySelector<HTMLElement>('[role=log]')?.focus());
  await screen.press('Control+f');
  const field = screen.get('field', 'Search the log');
  await field.hasFocus();
  await screen.type('line 12345');
  await screen.seesText('1 of 1');
  const current = () =>
    screen.run(() => document.querySelector('[data-match=current]')?.textContent);
  await expect.poll(current).toBe('line 12345');
  expect((await linesInView(screen)).map(([, text]) => text)).toContain('line 12345');
  await screen.press('Escape');
  await field.hidden();

  await screen.run(() => document.querySelector<HTMLElement>('[role=log]')?.focus());
  await screen.press('Control+a', 'Control+c', 'Control+f');
  await field.hasFocus();
  // The log is copied once it is complete.
  await expect
    .poll(async () => {
      await screen.press('Control+a', 'Backspace', 'Control+v');
      return (await field.shown()).value;
    })
    .toMatch(/line 1\s*line 2.*line 20000\s*.*the end/s);
});

test('copies a selection within the log', async ({ screen }) => {
  const field = screen.get('field', 'Search the log');
  await showAll(screen);
  await scrollTo(screen, 'top');
  await screen.get('log').contains(/^line 5$/m);
  await screen.run(() => {
    const rows = [...document.querySelectorAll('[role=log] [data-line]')];
    const textOf = (text: string) =>
      rows
        .map((row) => row.querySelector('[data-from] span')?.firstChild)
        .find((node) => node?.textContent === text);
    const [from, to] = [textOf('line 3'), textOf('line 5')];
    if (!from || !to) throw new Error('The lines are not drawn');
    getSelection()?.setBaseAndExtent(from, 2, to, 4);
  });
  await expect.poll(() => screen.run(() => getSelection()?.toString())).toContain('line 4');
  await screen.press('Control+c');
  await screen.get('button', 'Search the log').click();
  await field.hasFocus();
  await screen.press('Control+v');
  await expect.poll(async () => (await field.shown()).value).toMatch(/^ne 3\s*line 4\s*line$/);
});
