import { readFile } from 'node:fs/promises';
import { findBarriersInThemes } from '../support/barriers.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

/** Script that tries to steal the viewer's session. */
const attack = `fetch('/api/user').then((answer) => answer.text()).then((text) => {
  document.title = text; fetch('/api/user/token', { method: 'POST' }); });
try { document.title = document.cookie + parent.document.body.innerHTML; } catch {}`;
const hostilePage = `<!doctype html><title>Report</title><h1>Coverage 93 %</h1><style>h1 { color: red }</style>
<script>${attack}</script><img src="/api/user" onerror="${attack.replaceAll('"', "'")}">
<form id="form" action="/logout"></form><script>form.submit()</script>
<meta http-equiv="refresh" content="0;url=/logout"><link rel="stylesheet" href="/api/user">
<iframe src="/api/user"></iframe><a href="/logout" target="_top">a link</a>`;
const hostilePicture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="${attack
  .replaceAll('"', "'")
  .replaceAll('<', '&lt;')
  .replaceAll(
    '>',
    '&gt;',
  )}"><rect width="9" height="9" fill="teal"/><script>${attack.replaceAll('>', '&gt;')}</script></svg>`;
const files = {
  'site/report.html': hostilePage,
  'site/picture.svg': hostilePicture,
};
const pipeline = `${pipelineOf([
  'mkdir -p dist/deep',
  'seq 1 12000 > dist/deep/numbers.txt',
  'head -c 6 /dev/zero > dist/program',
  'cp site/* dist',
])}    artifacts: [ 'dist/**' ]\n`;

test('lists, previews, downloads and deletes artifacts', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipeline, ...files }, 'Leave something');
  await tree.push();
  await page.goto(`${millrace.url}/${slug}/1`);
  await page.getByRole('button', { name: 'Artifacts' }).click();
  const list = page.getByRole('navigation', { name: 'Artifacts' });
  await expect(list.getByRole('link')).toHaveCount(6);
  await expect(page.getByText('4 files, ').first()).toBeVisible();

  await list.getByRole('link', { name: 'numbers.txt' }).click();
  await expect(
    page.getByRole('region', { name: 'Content of dist/deep/numbers.txt' }),
  ).toContainText('4999');
  await expect(page.getByText('The first 5,000 lines of 60.9 kB are shown.')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('link', { name: 'picture.svg' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/file=1%2F2%2Fdist%2Freport.html/);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This file cannot be shown here')).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download dist/program' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('program');
  expect(await readFile(await download.path(), 'latin1')).toBe('\0'.repeat(6));
  const [archive] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download all' }).click(),
  ]);
  expect(archive.suggestedFilename()).toBe(`${slug.replace('admin/', '')}-1.tar.gz`);

  await page.getByRole('searchbox', { name: 'Filter files' }).fill('deep num');
  await expect(list.getByRole('link', { name: 'numbers.txt' })).toBeVisible();
  await expect(list.getByRole('link', { name: 'program' })).toBeHidden();
  await page.getByRole('searchbox', { name: 'Filter files' }).fill('');
  expect(await findBarriersInThemes(page)).toEqual([]);

  await page.reload();
  await expect(page.getByText('This file cannot be shown here')).toBeVisible();
  await page.getByRole('button', { name: 'Delete dist/program' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('3 files, ').first()).toBeVisible();
  await expect(page.getByText('No file is chosen')).toBeVisible();
});

test('applies artifact quotas of a repository, and reports that in the step log', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipeline, ...files }, 'Leave something');
  await tree.push();
  await page.goto(`${millrace.url}/${slug}/settings`);
  await page.getByRole('link', { name: 'Artifacts' }).click();
  await expect(page.getByText('The server keeps up to 90.')).toBeVisible();
  await page.getByLabel('Days that files are kept').fill('7');
  await page.getByLabel('Largest file, in MB').fill('0.05');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await findBarriersInThemes(page)).toEqual([]);
  await page.reload();
  await expect(page.getByLabel('Days that files are kept')).toHaveValue('7');

  await tree.commit({ 'more.txt': 'more' }, 'Leave too much');
  await tree.push();
  await page.goto(`${millrace.url}/${slug}/2/1/2`);
  await expect(
    page.getByText('numbers.txt was not stored: The file has 60.9 kB, and the limit is 50 kB'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Artifacts' }).click();
  await expect(page.getByText('3 files, ').first()).toBeVisible();
});

test("keeps scripts in an artifact away from the viewer's session", async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipeline, ...files }, 'Attack');
  await tree.push();
  await page.goto(`${millrace.url}/${slug}/1`);
  await page.getByRole('button', { name: 'Artifacts' }).click();
  const answered: string[] = [];

  await page.getByRole('link', { name: 'report.html' }).click();
  const frame = page.frameLocator('iframe[title="dist/report.html"]');
  await expect(frame.getByRole('heading', { name: 'Coverage 93 %' })).toBeVisible();
  await expect(page).toHaveTitle(/Build #1/);
  await page.getByRole('link', { name: 'picture.svg' }).click();
  await expect(page.getByRole('img', { name: 'dist/picture.svg' })).toBeVisible();

  // Even if it is opened directly, it has no origin. The page may still be loading parts of it.
  await page.goto(`${millrace.url}/healthz`);
  page.on('response', (response) => answered.push(new URL(response.url()).pathname));
  for (const name of ['report.html', 'picture.svg']) {
    answered.length = 0;
    const path = `/api/repos/${slug}/builds/1/artifacts/1/2/dist/${name}`;
    await page.goto(`${millrace.url}${path}?inline=true`);
    expect(await page.evaluate(() => self.origin)).toBe('null');
    expect(answered.filter((each) => each !== '/favicon.ico')).toEqual([path]);
    expect(await page.title()).toBe(name === 'report.html' ? 'Report' : '');
  }
  await page.goto(millrace.url);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
});
