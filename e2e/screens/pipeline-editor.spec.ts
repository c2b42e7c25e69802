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
});
