import { BuildPage } from '../pages/build-page.ts';
import { findBarriersInThemes } from '../support/barriers.ts';
import { Gate } from '../support/gate.ts';
import { expect, test } from '../support/test.ts';
import { WorkTree } from '../support/work-tree.ts';

const pipeline = (name: string, commands: string[], after: string[] = []) =>
  [
    'kind: pipeline',
    'type: exec',
    `name: ${name}`,
    `depends_on: [${after.join(', ')}]`,
    'clone: { disable: true }',
    'steps:',
    ...commands.map((command, at) => `- { name: part ${at + 1}, commands: ['${command}'] }`),
    '',
  ].join('\n');

test('shows the critical path in the timeline, also of a running build', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  const gate = new Gate(millrace);
  const file = [
    pipeline('compile', ['sleep 2', 'echo compiled']),
    pipeline('lint', ['echo linted']),
    pipeline('test', [gate.wait], ['compile', 'lint']),
  ].join('---\n');
  await tree.commit({ '.drone.yml': file }, 'Take some time');
  await tree.push();
  await page.goto(`${millrace.url}/${slug}/1`);
  await page.getByRole('button', { name: 'Timeline' }).click();
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect(row(/^Running test/)).toBeVisible();
  await expect(row(/^Running part 1/)).toBeVisible();
  await gate.open();

  const build = new BuildPage(page);
  await expect(build.heading.getByRole('img', { name: 'Success' })).toBeVisible();
  await expect(row(/compile on the critical path/)).toContainText(/\d:\d\d/);
  await expect(row(/test on the critical path/)).toBeVisible();
  await expect(row(/lint/)).not.toHaveAccessibleName(/critical path/);
  expect(await findBarriersInThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findBarriersInThemes(page)).toEqual([]);
  await expect(row(/test on the critical path/)).toBeVisible();
  await page.reload();
  await row(/test on the critical path/)
    .getByRole('link')
    .focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${millrace.url}/${slug}/1/3/1`);
  await expect(build.log).toBeVisible();
});
