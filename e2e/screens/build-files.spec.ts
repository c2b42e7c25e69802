import type { Artifact } from '@millrace/contract/api';
import { recentStage, recentStep } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { findBarriersInThemes } from '../support/barriers.ts';
import { buttonOf } from '../support/build-screen.ts';
import type { MockServer } from '../support/mock/server.ts';
import { atBothWidths, expect, test } from '../support/screen.ts';

const fileAt = (step: number, path: string, fields: Partial<Artifact> = {}): Artifact => ({
  stage: 1,
  step,
  path,
  size: 1500,
  sha256: 'ab12'.repeat(16),
  type: 'text/plain',
  created: 1_700_000_000,
  ...fields,
});
const list = (page: Page) => page.getByRole('navigation', { name: 'Artifacts' });

function giveFiles(mock: MockServer, files: Artifact[]) {
  const steps = [recentStep({ name: 'build' }), recentStep({ number: 2, name: 'test' })];
  const stages = [recentStage({ name: 'mill', steps })];
  setBuild(mock, { stages, attempt: 1, ...(files.length > 0 && { artifacts: files.length }) });
  mock.state.artifacts = files;
}

async function open(page: Page) {
  await page.goto('/octo/hello/1');
  await buttonOf(page, 'Artifacts').click();
}

atBothWidths(() => {
  test('lists and filters 20,000 artifacts by step', async ({ page, mock }) => {
    const many = Array.from({ length: 20_000 }, (_, at) =>
      fileAt(1, `dist/a/very/long/way/to/${'deep/'.repeat(at % 9)}file-${at}.js`),
    );
    giveFiles(mock, [...many, fileAt(2, 'report.html', { type: 'text/html', size: 3_000_000 })]);
    await open(page);
    await expect(page.getByText('20,001 files, 33 MB')).toBeVisible();
    await expect(list(page)).toContainText('mill / build');
    expect(await list(page).getByRole('link').count()).toBeLessThan(100);
    await list(page).getByRole('link', { name: 'file-0.js' }).focus();
    await page.keyboard.press('End');
    await expect(list(page).getByRole('link', { name: 'report.html' })).toBeFocused();
    await page.getByRole('searchbox', { name: 'Filter files' }).fill('FILE-19999');
    await expect(list(page).getByRole('link', { name: /file-/ })).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Filter files' }).fill('nothing so');
    await expect(page.getByText('No file matches')).toBeVisible();
    const isWide = await page.evaluate(() => document.body.scrollWidth > innerWidth);
    expect(isWide).toBe(false);
    expect(await findBarriersInThemes(page)).toEqual([]);
  });
});
