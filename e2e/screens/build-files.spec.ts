import { type Artifact, deleteArtifact, getArtifact, listArtifacts } from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import { giveBuild, someStage, someStep } from '../../apps/web/src/testing/mock/some-build.ts';
import { findBarriersInThemes } from '../support/barriers.ts';
import { buttonOf } from '../support/build-screen.ts';
import type { MockServer } from '../support/mock/server.ts';
import { atBothWidths, confirm, expect, test } from '../support/screen.ts';

const fileAt = (step: number, path: string, fields: Partial<Artifact> = {}): Artifact => ({
  ...{ stage: 1, step, path, size: 1500, sha256: 'ab12'.repeat(16) },
  ...{ type: 'text/plain', created: 1_700_000_000, ...fields },
});
const list = (page: Page) => page.getByRole('navigation', { name: 'Files' });

function giveFiles(mock: MockServer, files: Artifact[]) {
  const steps = [someStep({ name: 'build' }), someStep({ number: 2, name: 'test' })];
  const stages = [someStage({ name: 'mill', steps })];
  giveBuild(mock, { stages, attempt: 1, ...(files.length > 0 && { artifacts: files.length }) });
  mock.state.artifacts = files;
}

async function open(page: Page) {
  await page.goto('/octo/hello/1');
  await buttonOf(page, 'Files').click();
}

atBothWidths((width) => {
  test('lists twenty thousand files below their steps, and finds one', async ({ page, mock }) => {
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

  test('says why files and their content cannot be had, and tries again', async ({
    page,
    mock,
  }) => {
    giveFiles(mock, [fileAt(1, 'notes.txt')]);
    const release = mock.hold(listArtifacts);
    mock.fail(listArtifacts, 'The object store is away', 503);
    await open(page);
    await expect(list(page)).toHaveCount(0);
    release();
    await expect(page.getByText('The object store is away')).toBeVisible();
    mock.mend(listArtifacts);
    mock.fail(getArtifact, 'The object store is away', 503);
    await buttonOf(page, 'Try again').click();
    await list(page).getByRole('link', { name: 'notes.txt' }).click();
    const shown = page.getByRole('region', { name: 'notes.txt', exact: true });
    await expect(shown.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(shown).toContainText('1.5 kB');
    if (width === 'phone') await page.keyboard.press('Escape');
    else await expect(page).toHaveURL(/file=1%2F1%2Fnotes.txt/);
  });

  test('is not there where a build left nothing', async ({ page, mock }) => {
    giveFiles(mock, []);
    await page.goto('/octo/hello/1');
    await expect(buttonOf(page, 'Timeline')).toBeVisible();
    await expect(buttonOf(page, 'Files')).toHaveCount(0);
  });
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('has its words too', async ({ page, mock }) => {
    giveFiles(mock, [fileAt(1, 'program', { type: 'application/octet-stream' })]);
    await page.goto('/octo/hello/1?file=1%2F1%2Fprogram');
    await expect(page.getByText('此文件无法在此显示')).toBeVisible();
    await expect(page.getByRole('link', { name: '全部下载' })).toBeVisible();
    await expect(
      page.getByText('1 个文件，').or(page.getByText('1 个文件,')).first(),
    ).toBeVisible();
  });
});

test('a file that is looked at stays when another one is deleted at last', async ({
  page,
  mock,
}) => {
  giveFiles(mock, [fileAt(1, 'first.txt'), fileAt(1, 'second.txt')]);
  await open(page);
  const choose = (name: string) => list(page).getByRole('link', { name }).click();
  const shown = (name: string) => page.getByRole('region', { name, exact: true });
  const answer = mock.hold(deleteArtifact);
  await choose('first.txt');
  await buttonOf(page, 'Delete first.txt').click();
  await confirm(page, 'Delete first.txt? This cannot be undone.', 'Delete');
  await expect.poll(() => mock.calls(deleteArtifact)).toHaveLength(1);
  await choose('second.txt');
  await expect(shown('second.txt')).toBeVisible();
  answer();
  await expect(list(page).getByRole('link', { name: 'first.txt' })).toHaveCount(0);
  await expect(shown('second.txt')).toBeVisible();
});
