import { expect, push, test } from './test.ts';

test('fits on a phone, and opens a log there', async ({ millrace, slug, screen, admin }) => {
  await push(millrace, slug, ['echo a line', 'exit 1']);
  await admin.finishedBuild(slug, 1);
  await screen.resize({ width: 390, height: 844 });
  await expect.poll(() => screen.run(() => innerWidth)).toBe(390);
  const overflow = () =>
    screen.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  for (const path of [
    '',
    `/${slug}`,
    `/${slug}/1`,
    `/${slug}/1?view=graph`,
    `/${slug}/settings`,
    '/account',
  ]) {
    await screen.goto(millrace.url + path);
    await screen.get('heading').shown();
    expect(await overflow()).toBe(0);
  }
  await screen.goto(`${millrace.url}/${slug}/1/1/2`);
  await screen.get('log').contains('a line');
  expect(await overflow()).toBe(0);
});
