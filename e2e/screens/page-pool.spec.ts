import { blankPath } from '../support/mock/server.ts';
import { PagePool } from '../support/page-pool.ts';
import { expect, test } from '../support/screen.ts';

// Default options of a page.
const usual = { locale: undefined, permissions: undefined };

test('resets a page that is put back', async ({ browser, mock }) => {
  const pages = new PagePool();
  const blankUrl = mock.url + blankPath;
  const first = await pages.take(browser, usual, blankUrl);
  const heard: string[] = [];
  first.on('request', (request) => heard.push(request.url()));
  await first.route('**/api/**', (route) => route.abort());
  await first.context().addCookies([{ name: 'session', value: 'x', url: mock.url }]);
  await first.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await first.evaluate(() => {
    localStorage.setItem('theme', 'dark');
    sessionStorage.setItem('path', '/octo');
    window.open('about:blank');
  });
  await expect.poll(() => first.context().pages()).toHaveLength(2);
  await first.context().setOffline(true);
  await pages.putBack(first, usual, blankUrl);

  const second = await pages.take(browser, usual, blankUrl);
  expect(second).toBe(first);
  expect(second.url()).toBe(blankUrl);
  expect(second.context().pages()).toEqual([second]);
  expect(await second.context().cookies()).toEqual([]);
  const found = await second.evaluate(async () => {
    const query = (text: string) => matchMedia(text).matches;
    const answer = await fetch('/api/user/repos');
    return {
      stored: localStorage.length + sessionStorage.length,
      isDark: query('(prefers-color-scheme: dark)'),
      isStill: query('(prefers-reduced-motion: reduce)'),
      status: answer.status,
    };
  });
  expect(found).toEqual({ stored: 0, isDark: false, isStill: false, status: 200 });
  expect(heard).toEqual([]);
  await pages.putBack(second, usual, blankUrl);
  await pages.close();
});

test('closes a page with lasting changes or a failed reset', async ({ browser, mock }) => {
  const pages = new PagePool();
  const blankUrl = mock.url + blankPath;
  const takeNew = async (known: unknown[]) => {
    const page = await pages.take(browser, usual, blankUrl);
    expect(known).not.toContain(page);
    return page;
  };
  const first = await takeNew([]);
  await first.addInitScript(() => {});
  await pages.putBack(first, usual, blankUrl);
  expect(first.isClosed()).toBe(true);
  const second = await takeNew([first]);
  await second.clock.install();
  await pages.putBack(second, usual, blankUrl);
  const third = await takeNew([first, second]);
  await third.context().grantPermissions(['notifications']);
  await pages.putBack(third, usual, blankUrl);
  const fourth = await takeNew([first, second, third]);
  await mock.stop();
  await pages.putBack(fourth, usual, blankUrl);
  await mock.start();
  expect(fourth.isClosed()).toBe(true);
  await pages.close();
});

test('reuses a page only for the same options', async ({ browser, mock }) => {
  const pages = new PagePool();
  const blankUrl = mock.url + blankPath;
  const english = await pages.take(browser, usual, blankUrl);
  await pages.putBack(english, usual, blankUrl);
  const other = { ...usual, locale: 'zh-CN' };
  const chinese = await pages.take(browser, other, blankUrl);
  expect(chinese).not.toBe(english);
  await pages.putBack(chinese, other, blankUrl);
  expect(await pages.take(browser, usual, blankUrl)).toBe(english);
  await pages.close();
  await english.context().close();
});
