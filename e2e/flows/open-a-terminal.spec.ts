import { Admin } from '../support/admin.ts';
import { findBarriersInThemes } from '../support/barriers.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test('opens a terminal in a failed step', async ({ millrace, signedIn: page, slug }) => {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ README: 'Without a pipeline' }, 'Begin');
  await tree.push();
  const admin = await Admin.signIn(millrace);
  await admin.call('POST', `/api/repos/${slug}`);
  await page.goto(`${millrace.url}/${slug}/settings`);
  const keep = page.getByRole('switch', { name: 'Keep failed steps for terminals' });
  await keep.click();
  await expect(keep).toBeChecked();
  await expect(page.getByText('The setting has been saved')).toBeVisible();

  await tree.commit(
    { '.drone.yml': pipelineOf(['echo rye > sack.txt', 'exit 7']) },
    'Break the mill',
  );
  await tree.push();
  expect((await admin.finishedBuild(slug, 1)).status).toBe('failure');
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  await page.goto(`${millrace.url}/${slug}/1`);
  await page.getByRole('button', { name: /Open a terminal/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Terminal: / });
  const terminal = dialog.getByRole('region', { name: /^Terminal: / });
  await expect(terminal.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('cat sack.txt; printf "\\033[31mr""ed\\033[0m\\n"; echo d""one\n');
  await expect(terminal).toContainText('rye');
  await expect(terminal).toContainText('done');
  const colour = await terminal.evaluate((element) => getComputedStyle(element).color);
  await expect(terminal.getByText('red', { exact: true }).last()).not.toHaveCSS('color', colour);
  // Escape is for the shell.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  expect(await findBarriersInThemes(page)).toEqual([]);

  await page.keyboard.press('Backspace');
  await page.keyboard.type('exit 4\n');
  await expect(dialog.getByText('The shell has ended: exit code 4')).toBeVisible();
  await dialog.getByRole('button', { name: 'Open again' }).click();
  await page.keyboard.press('Shift+Escape');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await dialog.getByRole('button', { name: 'End and remove' }).click();
  await page
    .getByRole('alertdialog', { name: 'Remove the environment?' })
    .getByRole('button', { name: 'End and remove' })
    .click();
  await expect(dialog.getByText(/^The environment was removed/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: '2 recordings' }).click();
  const recordings = page.getByRole('dialog', { name: 'Recorded terminals' });
  const link = recordings.getByRole('link', { name: /Download the recording of/ }).first();
  const downloading = page.waitForEvent('download');
  await link.click();
  expect((await downloading).suggestedFilename()).toBe('terminal-1.cast');
  expect(violations).toEqual([]);
});
