import { findBarriersInThemes } from '../support/barriers.ts';
import { expect, test } from '../support/test.ts';
import { WorkTree } from '../support/work-tree.ts';

const pipeline = (name: string, ...commands: string[]) =>
  [
    'kind: pipeline',
    'type: exec',
    `name: ${name}`,
    'clone: { disable: true }',
    'steps:',
    ...commands.map((command, at) => `- { name: part ${at + 1}, commands: ['${command}'] }`),
    '',
  ].join('\n');

test('compares two builds and their pipeline files', async ({ millrace, slug, signedIn: page }) => {
  const tree = await WorkTree.create(millrace, slug);
  const push = async (file: string, message: string) => {
    await tree.commit({ '.drone.yml': file }, message);
    await tree.push();
  };
  const end = (status: string) =>
    page.getByRole('heading', { level: 1 }).getByRole('img', { name: status });
  await push([pipeline('test', 'echo fine'), pipeline('lint', 'echo')].join('---\n'), 'Turn');
  await page.goto(`${millrace.url}/${slug}/1`);
  await expect(end('Success')).toBeVisible();
  await push([pipeline('test', 'exit 3', 'echo told')].join('---\n'), 'Break');
  await page.goto(`${millrace.url}/${slug}/2`);
  await expect(end('Failure')).toBeVisible();

  await page.getByRole('button', { name: 'What failed on main' }).click();
  await page.getByRole('link', { name: 'Compare with #1' }).click();
  await expect(page).toHaveURL(`${millrace.url}/${slug}/compare/1/2`);
  await expect(page.getByRole('heading', { name: '#1 compared with #2' })).toBeVisible();
  const row = (name: string) => page.getByRole('row', { name });
  await expect(row('test Success')).toContainText('fails now');
  await expect(row('part 2 none')).toContainText('added');
  await expect(row('lint Success')).toContainText('gone');
  const file = page.getByRole('region', { name: 'Pipeline file' });
  await expect(file.getByRole('row', { name: /Removed: .*echo fine/ })).toBeVisible();
  await expect(file.getByRole('row', { name: /Added: .*exit 3/ })).toBeVisible();

  await page.getByRole('link', { name: 'Compare the logs of test, part 1' }).click();
  const lines = (build: number) =>
    page.getByRole('region', { name: `Only or more often in #${build}` });
  await expect(lines(1).getByRole('link', { name: 'fine', exact: false }).last()).toBeVisible();
  await expect(lines(2).getByRole('link', { name: /exit 3/ })).toBeVisible();

  expect(await findBarriersInThemes(page)).toEqual([]);
  await page.reload();
  await expect(row('test Success')).toContainText('fails now');
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(page).toHaveURL(`${millrace.url}/${slug}/compare/2/1`);
  await expect(row('test Failure')).toContainText('works again');
  await page.getByRole('textbox', { name: 'Build', exact: true }).fill('9');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${millrace.url}/${slug}/compare/9/1`);
  await expect(page.getByText('There is no build #9')).toBeVisible();
});
