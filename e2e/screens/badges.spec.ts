import { atEachWidth, expect, test, toast } from '../support/screen.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

atEachWidth(() => {
  test('each syntax has its snippet, the branch is trimmed', async ({ page, mock }) => {
    await page.goto('/octo/hello/settings/badges');
    const image = `${mock.url}/api/badges/octo/hello/status.svg`;
    const home = `${mock.url}/octo/hello`;
    const snippet = page.getByRole('figure', { name: 'Snippet' });
    const preview = page.getByRole('img', { name: 'Build status' });
    await expect(preview).toHaveAttribute('src', image);
    await expect(page.getByLabel('Branch')).toHaveAttribute('placeholder', 'master');
    await expect(page.getByLabel('Syntax').getByRole('option')).toHaveText([
      'Markdown',
      'Markup',
      'CCMenu',
    ]);
    await expect(snippet).toContainText(`[![Build Status](${image})](${home})`);
    await page.getByLabel('Branch').fill('  feature/wheel ');
    const ref = `${image}?ref=refs/heads/feature/wheel`;
    await expect(snippet).toContainText(`[![Build Status](${ref})](${home})`);
    await expect(preview).toHaveAttribute('src', ref);
    await page.getByLabel('Syntax').selectOption('Markup');
    await expect(snippet).toContainText(
      `<a href="${home}"><img src="${ref}" alt="Build Status"></a>`,
    );
    await page.getByLabel('Syntax').selectOption('CCMenu');
    await expect(snippet).toContainText(`${mock.url}/api/badges/octo/hello/cc.xml`);
  });
});

test('the snippet is copied, and Copied! shows for two seconds', async ({ page, mock }) => {
  await page.clock.install();
  await page.goto('/octo/hello/settings/badges');
  await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Copy' }).click();
  const copied = page.getByRole('button', { name: 'Copied!' });
  await expect(copied).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `[![Build Status](${mock.url}/api/badges/octo/hello/status.svg)](${mock.url}/octo/hello)`,
  );
  await page.clock.runFor(1900);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  await expect(copied).toHaveCount(0);
});

test('the snippet is copied where a page by plain HTTP has no clipboard', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined }),
  );
  await page.goto('/octo/hello/settings/badges');
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  await page.getByLabel('Branch').focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByLabel('Branch')).toHaveValue(/^\[!\[Build Status\]/);
});

test('a browser that refuses to copy is no mystery', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });
    document.execCommand = () => false;
  });
  await page.goto('/octo/hello/settings/badges');
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(toast(page, 'Your browser does not let the page copy.')).toBeVisible();
});
