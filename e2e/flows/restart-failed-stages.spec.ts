import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildPage } from '../pages/build-page.ts';
import { findBarriersInThemes } from '../support/barriers.ts';
import { expect, test } from '../support/test.ts';
import { WorkTree } from '../support/work-tree.ts';

const pipeline = (name: string, command: string, after?: string) =>
  [
    'kind: pipeline',
    'type: exec',
    `name: ${name}`,
    ...(after ? [`depends_on: [${after}]`] : []),
    'clone: { disable: true }',
    `steps: [{ name: work, commands: ['${command}'] }]`,
    '',
  ].join('\n');

test('restarts failed stages, and keeps each attempt readable', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const weather = join(millrace.dir, 'weather');
  await writeFile(weather, 'rain\n');
  const tree = await WorkTree.create(millrace, slug);
  const file = [
    pipeline('compile', 'echo compiled at $(date +%s%N)'),
    pipeline('test', `cat ${weather}; grep -q sun ${weather}`, 'compile'),
    pipeline('ship', 'echo shipped', 'test'),
  ].join('---\n');
  await tree.commit({ '.drone.yml': file }, 'Turn with the weather');
  await tree.push();
  const build = new BuildPage(page);
  await page.goto(`${millrace.url}/${slug}/1/1/1`);
  await expect(build.status('Failure')).toBeVisible();
  const compiled = await build.log.getByText(/^compiled at \d/).textContent();

  await writeFile(weather, 'sun\n');
  await page.getByRole('button', { name: 'Restart failed' }).click();
  await expect(build.status('Success')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restart failed' })).toBeHidden();
  const attempts = page.getByRole('navigation', { name: 'Attempts' });
  await expect(attempts).toContainText('failed stages restarted by admin');
  await expect(attempts.getByRole('link', { name: 'Attempt 2' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.goto(`${millrace.url}/${slug}/1/1/1`);
  await expect(build.log.getByText(compiled ?? '', { exact: true })).toBeVisible();
  await page.goto(`${millrace.url}/${slug}/1/2/1`);
  await expect(build.log.getByText('sun', { exact: true })).toBeVisible();

  await attempts.getByRole('link', { name: 'Attempt 1' }).click();
  await expect(page).toHaveURL(`${millrace.url}/${slug}/1/2/1?attempt=1`);
  await expect(build.status('Failure')).toBeVisible();
  await expect(build.log.getByText('rain', { exact: true })).toBeVisible();
  await expect(build.log.getByText('sun', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'compile' }).click();
  await page.getByRole('link', { name: 'work' }).first().click();
  await expect(page).toHaveURL(`${millrace.url}/${slug}/1/1/1?attempt=1`);
  await expect(page.getByRole('separator')).toHaveAttribute('aria-valuenow', /\d/);
  expect(await findBarriersInThemes(page)).toEqual([]);
  await attempts.getByRole('link', { name: 'Show the newest' }).click();
  await expect(build.status('Success')).toBeVisible();
});
