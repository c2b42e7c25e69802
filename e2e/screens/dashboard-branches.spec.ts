import { type DefaultBranch, listDefaultBranches } from '@millrace/contract/api';
import { recentBuild, sampleRepo } from '@millrace/contract/testing';
import type { Request } from '@playwright/test';
import { expect, test } from '../support/screen.ts';

const push = { event: 'push', ref: 'refs/heads/main' } as const;
const hello = sampleRepo({ slug: 'octo/hello', build: recentBuild({ number: 5, ...push }) });
const other = sampleRepo({ id: 2, slug: 'octo/other', build: recentBuild({ number: 5, ...push }) });
const state = (slug: string, fields: Partial<DefaultBranch> = {}): DefaultBranch => ({
  slug,
  branch: 'main',
  number: 5,
  event: 'push',
  status: 'success',
  result: 'success',
  ...fields,
});
const red = { status: 'failure', result: 'failure', failing_since: 3 } as const;

test.beforeEach(({ mock }) => {
  mock.config = { ...mock.config, extras: true };
  mock.state.repos = [hello, other];
  mock.state.defaultBranches = [state('octo/hello', red), state('octo/other')];
});

test('shows live whether the default branch is red, without requests', async ({ page, mock }) => {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().endsWith(listDefaultBranches.path)) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  await page.goto('/');
  const list = page.getByRole('region', { name: 'Repositories' });
  const row = list.getByRole('link', { name: /octo . hello/ });
  await expect(row).toContainText('red since #3');
  await expect.poll(() => mock.listeners).toBe(1);
  // A request that is repeated late reads the state that the events have led to.
  const publish = (number: number, fields: object, branch: Partial<DefaultBranch> = red) => {
    mock.state.defaultBranches = [state('octo/hello', branch), state('octo/other')];
    mock.publish(hello, recentBuild({ number, id: number, ...push, ...fields }));
  };
  publish(6, { status: 'running' });
  await expect(row).toContainText('#6');
  await expect(row).toContainText('red since #3');
  // Requests that were pending when the stream was connected, or when its first event came, are repeated.
  const calls = () => mock.calls(listDefaultBranches).length;
  await expect.poll(() => pending.size).toBe(0);
  const requested = calls();
  publish(6, { status: 'success', version: 2 }, { number: 6 });
  await expect(row).toContainText('green');
  publish(7, { status: 'failure', event: 'promote', deploy_to: 'production' }, { number: 6 });
  await expect(row).toContainText('#7');
  await expect(row).toContainText('green');
  publish(8, { status: 'failure' }, { ...red, number: 8, failing_since: 8 });
  await expect(row).toContainText('red since #8');
  expect(calls() - requested).toBeLessThan(2);

  const onlyRed = page.getByRole('switch', { name: 'Default branch is red' });
  await onlyRed.focus();
  await page.keyboard.press('Space');
  await expect(list.getByRole('link')).toHaveCount(1);
  publish(9, { status: 'success' }, { number: 9 });
  await expect(list.getByRole('link')).toHaveCount(0);
});

for (const width of [1440, 1024, 390]) {
  test(`moves nothing when the states arrive, at ${width} px`, async ({ page, mock }) => {
    await page.setViewportSize({ width, height: 900 });
    const release = mock.hold(listDefaultBranches);
    await page.goto('/');
    const row = page
      .getByRole('region', { name: 'Repositories' })
      .getByRole('link', { name: /other/ });
    await expect(row).toBeVisible();
    await expect.poll(() => mock.calls(listDefaultBranches).length).toBeGreaterThan(0);
    const boxes = () =>
      row.evaluate((link) =>
        [link, ...link.children].map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect();
          return { text: part.textContent, box: [x, y, width, height] };
        }),
      );
    const before = await boxes();
    release();
    await expect(row).toContainText('green');
    const others = (await boxes()).flatMap(({ text, box }, at) =>
      at > 0 && text?.includes('green') ? [] : [[at, box]],
    );
    expect(others).toEqual(others.map(([at]) => [at, before[Number(at)]?.box]));
    expect(others).toHaveLength(before.length - 1);
  });
}
