import { linesOf, readOnly, sampleRepo } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import type { MockServer } from '../support/mock/server.ts';
import { expect, test } from '../support/screen.ts';

const openPages = ['/welcome', '/login/form', '/login/error', '/logout', '/register', '/privacy'];
const publicPages = [
  '/octo/hello',
  '/octo/hello/branches',
  '/octo/hello/deployments',
  '/octo/hello/settings',
  '/octo/hello/settings/secrets',
  '/octo/hello/settings/org-secrets',
  '/octo/hello/settings/templates',
  '/octo/hello/settings/cron',
  '/octo/hello/settings/badges',
  '/octo/hello/1',
  '/404',
];
const protectedPages = ['/', '/account', '/settings', '/settings/users'];
const allPages = [...openPages, ...publicPages, ...protectedPages];

/** Returns the console errors of all pages, each opened until its network is idle. */
async function findErrors(page: Page, mock: MockServer, paths: string[]): Promise<string[]> {
  const errors: string[] = [];
  let path = '';
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${path}: ${message.location().url}`);
  });
  for (path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (await page.getByRole('banner').isVisible()) {
      await expect.poll(() => mock.listeners).toBe(1);
    }
    // Wait for the requests that follow the start of the event stream.
    // biome-ignore-start lint/style/noRestrictedGlobals: silence is the only sign that a page has settled
    await page.waitForFunction(() => {
      const ends = performance
        .getEntriesByType('resource')
        .map(({ duration, startTime }) => startTime + duration);
      return performance.now() - Math.max(...ends) > 300;
    });
    // biome-ignore-end lint/style/noRestrictedGlobals: as above
  }
  return errors;
}

test.beforeEach(({ mock }) => {
  setBuild(mock);
  mock.state.repos = [sampleRepo({ visibility: 'public' })];
  mock.state.log = linesOf(['hello']);
});

test('logs no errors on any page for an account', async ({ page, mock }) => {
  expect(await findErrors(page, mock, publicPages.concat(protectedPages))).toEqual([]);
});

test('logs no errors on any page for a guest', async ({ page, mock }) => {
  mock.state.user = null;
  mock.state.repos = [sampleRepo({ visibility: 'public', permissions: readOnly })];
  expect(await findErrors(page, mock, allPages)).toEqual([]);
});

test('fetches the account once per page if the server does not put it into the page', async ({
  page,
  mock,
}) => {
  mock.isOriginal = true;
  mock.state.user = null;
  mock.state.repos = [sampleRepo({ visibility: 'public', permissions: readOnly })];
  const paths = publicPages.concat(protectedPages);
  const account = `${mock.url}/api/user`;
  expect(await findErrors(page, mock, paths)).toEqual(paths.map((path) => `${path}: ${account}`));
});
