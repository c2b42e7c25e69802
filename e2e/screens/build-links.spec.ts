import { setBuild } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { atEachWidth, expect, test } from '../support/screen.ts';

const sha = '0123456789abcdef0123456789abcdef01234567';
const factOf = (page: Page, name: string) => page.locator(`[title="${name}"]`);

atEachWidth(() => {
  test('links commit and branch to the forge through the server', async ({ page, mock }) => {
    mock.config.forgePages = true;
    setBuild(mock, { after: sha, ref: 'refs/heads/feature/a#1', target: 'feature/a#1' });
    await page.route('**/link/**', (route) => route.fulfill({ body: route.request().url() }));
    await page.goto('/octo/hello/1');
    const branch = page.getByRole('link', { name: 'feature/a#1', exact: true });
    await expect(branch).toHaveAttribute('href', '/link/octo/hello/tree/feature/a%231');
    const commit = page.getByRole('link', { name: '01234567', exact: true });
    await expect(commit).toHaveAttribute('href', `/link/octo/hello/commit/${sha}`);
    await commit.click();
    await expect(page.getByText(`${mock.url}/link/octo/hello/commit/${sha}`)).toBeVisible();
  });
});

for (const [kind, ref, name] of [
  ['pull_request', 'refs/pull/7/head', 'refs/pull/7/head'],
  ['tag', 'refs/tags/v1.0', 'v1.0'],
] as const) {
  test(`links the reference of a ${kind}`, async ({ page, mock }) => {
    mock.config.forgePages = true;
    setBuild(mock, { event: kind, ref, target: 'main' });
    await page.goto('/octo/hello/1');
    const link = factOf(page, 'Reference').getByRole('link', { name });
    await expect(link).toHaveAttribute('href', `/link/octo/hello/tree/${ref}`);
  });
}

test('shows no links if the forge has no pages', async ({ page, mock }) => {
  setBuild(mock, { after: sha, target: 'main', link: 'https://forge.example/compare' });
  await page.goto('/octo/hello/1');
  await expect(factOf(page, 'Branch')).toContainText('main');
  await expect(factOf(page, 'Commit')).toContainText('01234567');
  await expect(factOf(page, 'Branch').getByRole('link')).toHaveCount(0);
  await expect(factOf(page, 'Commit').getByRole('link')).toHaveCount(0);
});

test('shows the links if the server does not send its settings', async ({ page, mock }) => {
  mock.isOriginal = true;
  setBuild(mock, { after: sha, ref: 'refs/heads/main', target: 'main' });
  await page.goto('/octo/hello/1');
  const hrefs = [`/link/octo/hello/commit/${sha}`, '/link/octo/hello/tree/main'];
  await expect(factOf(page, 'Commit').getByRole('link')).toHaveAttribute('href', hrefs[0] ?? '');
  await expect(factOf(page, 'Branch').getByRole('link')).toHaveAttribute('href', hrefs[1] ?? '');
});
