import { findBarriersInThemes } from '../support/barriers.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

atEachWidth(() => {
  test('plans and back-tests a text', async ({ page, mock }) => {
    mock.config = { ...mock.config, extras: true };
    await page.goto('/octo/hello/settings/pipeline');
    const editor = page.getByRole('textbox', { name: 'Text of .drone.yml' });
    await expect(editor).toBeVisible();
    await expect(page.getByText('1 of the last 2 builds would differ')).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# a comment');
    await expect(page.getByRole('button', { name: 'Discard changes' })).toBeVisible();
    await page.reload();
    await expect(editor).toContainText('# a comment');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(editor).not.toContainText('# a comment');
  });

  test('marks errors at their lines, and moves to them', async ({ page, mock }) => {
    mock.config = { ...mock.config, extras: true };
    const problem = { severity: 'error', document: 1, line: 2, column: 1 } as const;
    const problems = [{ ...problem, message: 'unknown type "exek"' }];
    mock.state.filePlan = { ...mock.state.filePlan, problems };
    await page.goto('/octo/hello/settings/pipeline');
    const editor = page.getByRole('textbox', { name: 'Text of .drone.yml' });
    await expect(editor.locator('.cm-line').nth(1)).toContainText('unknown type "exek"');
    expect(await findBarriersInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Line 2:' }).press('Enter');
    await expect(editor).toBeFocused();
    await page.keyboard.type('# here ');
    await expect(editor.locator('.cm-line').nth(1)).toContainText('# here');
  });

  test('commits the text with the keyboard', async ({ page, mock }) => {
    mock.config = { ...mock.config, extras: true };
    await page.goto('/octo/hello/settings/pipeline');
    const editor = page.getByRole('textbox', { name: 'Text of .drone.yml' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# a comment');
    await page.getByRole('button', { name: 'Commit…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Commit .drone.yml' });
    await dialog.getByRole('combobox', { name: 'Branch' }).selectOption('new');
    await dialog.getByRole('textbox', { name: 'Name of the new branch' }).fill('edits/one');
    expect(await findBarriersInThemes(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Committed bbbbbbbb to edits/one')).toBeVisible();
    await expect(editor).toContainText('# a comment');
    expect(await findBarriersInThemes(page)).toEqual([]);
  });
});
