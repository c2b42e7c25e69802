import { Admin } from '../support/admin.ts';
import { expect, test } from '../support/test.ts';
import { WorkTree } from '../support/work-tree.ts';

const file = `
kind: pipeline
type: exec
name: mill
clone: { disable: true }
steps:
  - name: report
    summary: report.md
    environment: { PASSWORD: { from_secret: password } }
    commands:
      - printf '# 12 turns\\n\\n| wheel | state |\\n| - | - |\\n| one | *fine* |\\n\\nkey %s\\n\\n<script>alert(1)</script>\\n' "$PASSWORD" > report.md
      - exit 1
  - name: printer
    when: { status: [failure] }
    commands: [echo '::summary::', echo 'Printed **too**', echo '::endsummary::']
  - name: huge
    when: { status: [failure] }
    summary: huge.md
    commands: [head -c 300000 /dev/zero | tr '\\0' x > huge.md]
`;

test('shows the Markdown summary of a step on the build page, without secrets', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ readme: 'none' }, 'Begin');
  await tree.push();
  const admin = await Admin.signIn(millrace);
  await admin.call('POST', `/api/repos/${slug}/secrets`, { name: 'password', data: 'hush4711' });
  await tree.commit({ '.drone.yml': file }, 'Write a summary');
  await tree.push();
  await admin.finishedBuild(slug, await admin.newestBuild(slug));
  await page.goto(`${millrace.url}/${slug}/${await admin.newestBuild(slug)}/1/3`);
  await expect(page.getByRole('log')).toContainText(
    '[millrace] huge.md was not stored: A summary may have at most 131.1 kB',
  );
  await page.getByRole('button', { name: 'Summary' }).click();
  const summary = page.getByRole('region', { name: 'Summary of mill, report' });
  await expect(summary.getByRole('heading', { name: '12 turns' })).toBeVisible();
  await expect(summary.getByRole('cell', { name: 'fine' })).toBeVisible();
  await expect(summary).toContainText('******');
  await expect(summary).not.toContainText('hush4711');
  await expect(page.getByRole('region', { name: /^Summary of/ })).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Summary of mill, printer' })).toContainText(
    'Printed too',
  );
});
