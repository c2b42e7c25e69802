import { Admin } from '../support/admin.ts';
import { expect, test } from '../support/test.ts';
import { WorkTree } from '../support/work-tree.ts';

const file = `
kind: pipeline
type: exec
name: mill
steps:
  - name: test
    reports: { junit: [ 'reports/*.xml' ] }
    commands:
      - mkdir reports
      - cp results.xml reports/unit.xml
      - grep -q '<failure' results.xml && exit 1 || exit 0
`;
const results = (failure: string) => `<?xml version="1.0"?>
<testsuites><testsuite name="wheel" tests="3">
  <testcase classname="wheel" name="turns" time="0.5"/>
  <testcase classname="wheel" name="stops" time="1.5">${failure}</testcase>
  <testcase classname="wheel" name="sings"><skipped/></testcase>
</testsuite></testsuites>`;

test('shows the test results that a step reported', async ({ millrace, slug, signedIn: page }) => {
  const tree = await WorkTree.create(millrace, slug);
  const admin = await Admin.signIn(millrace);
  await tree.commit({ '.drone.yml': file, 'results.xml': results('') }, 'Fine');
  await tree.push();
  await admin.finishedBuild(slug, 1);
  const failure = '<failure message="expected 4 turns">at wheel.ts:12</failure>';
  await tree.commit({ 'results.xml': results(failure) }, 'Break it');
  await tree.push();
  const build = await admin.finishedBuild(slug, 2);
  expect(build).toMatchObject({ status: 'failure', tests: { passed: 1, failed: 1, skipped: 1 } });
  await page.goto(`${millrace.url}/${slug}/2`);
  await page.getByRole('button', { name: 'Tests' }).click();
  await expect(page.getByText('expected 4 turns').first()).toBeVisible();
});
