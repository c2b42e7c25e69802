import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test('finds text in the logs of a build, with its colors and without secrets', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipelineOf(['echo first']) }, 'Begin');
  await tree.push();
  const made = await page.request.post(`${millrace.url}/api/repos/${slug}/secrets`, {
    data: { name: 'token', data: 'mill-stone-42' },
    headers: { origin: millrace.url },
  });
  expect(made.status()).toBe(200);
  const commands = [
    "printf 'the \\033[31mwh\\033[1meel\\033[0m is stuck\\n'",
    'echo "token: $TOKEN"',
    'seq 1 3000',
    'echo the wheel at the end',
  ];
  const pipeline = `${pipelineOf(commands)}    environment: { TOKEN: { from_secret: token } }\n`;
  await tree.commit({ '.drone.yml': pipeline }, 'Turn the wheel');
  await tree.push();
  await page.goto(`${millrace.url}/${slug}/2/1/2`);
  await expect(page.getByText('Exit Code 0')).toBeVisible();

  await page.keyboard.press('Control+Shift+F');
  const box = page.getByRole('textbox', { name: 'Search all logs' });
  const hits = page.getByRole('navigation', { name: 'Lines that were found' });
  await box.fill('^the (wheel|mill)');
  await expect(page.getByText('No line matches')).toBeVisible();
  await page.getByRole('button', { name: 'Regular expression' }).click();
  await expect(hits.getByRole('link')).toHaveCount(2);
  await expect(hits.locator('mark')).toHaveText(['the wheel', 'the wheel']);
  await hits.getByRole('link', { name: 'at the end' }).click();
  await expect(
    page.getByRole('log').getByText('the wheel at the end', { exact: true }),
  ).toBeInViewport();
  await page.getByRole('button', { name: 'Regular expression' }).click();
  await box.fill('mill-stone');
  await expect(page.getByText('No line matches')).toBeVisible();
  await box.fill('token: ***');
  await expect(hits.getByRole('link')).toHaveCount(1);

  await page.reload();
  await expect(box).toHaveValue('token: ***');
  await expect(hits.getByRole('link')).toHaveCount(1);
});
