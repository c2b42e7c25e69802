import { rm } from 'node:fs/promises';
import type { Build } from '@millrace/contract/api';
import { Admin } from '../support/admin.ts';
import { findBarriersInThemes } from '../support/barriers.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test('a failure is recognized, named, and retried by itself', async ({
  millrace,
  signedIn: page,
  slug,
}) => {
  // The first attempt of a build fails, and each later one passes.
  const mirror = `${millrace.dir}/mirror-${slug.replace('/', '-')}`;
  const file = pipelineOf([
    'echo "started at $(date +%s%N) with process $$"',
    `[ -e ${mirror} ] || (touch ${mirror}; echo "error: mirror.example:$(date +%N) does not answer"; exit 1)`,
  ]);
  const tree = await WorkTree.create(millrace, slug);
  const admin = await Admin.signIn(millrace);
  const push = async (number: number) => {
    await rm(mirror, { force: true });
    await tree.commit({ '.drone.yml': file, text: `${number}` }, `Turn the wheel, part ${number}`);
    await tree.push();
    return admin.finishedBuild(slug, number);
  };
  const buildOf = (number: number) => `/api/repos/${slug}/builds/${number}`;
  const findCauses = (number: number) =>
    admin.call<{ failures: number; recovered: number }[]>('GET', `${buildOf(number)}/causes`);

  expect((await push(1)).status).toBe('failure');
  await expect.poll(() => findCauses(1)).toMatchObject([{ failures: 1 }]);
  await admin.call<Build>('POST', `${buildOf(1)}?only=failed`);
  await expect.poll(async () => (await admin.findBuild(slug, 1)).status).toBe('success');
  expect((await push(2)).status).toBe('failure');

  await expect.poll(() => findCauses(2)).toMatchObject([{ failures: 2, recovered: 1 }]);
  await page.goto(`${millrace.url}/${slug}/2`);
  const failure = page.getByRole('group', { name: 'What failed' });
  await failure.getByRole('button', { expanded: false }).click();
  await expect(failure).toContainText('Seen twice since #1');
  await expect(failure).toContainText('1 of them passed on a second attempt');
  expect(await findBarriersInThemes(page)).toEqual([]);

  await failure.getByRole('link', { name: 'All builds with this failure' }).click();
  await expect(
    page.getByRole('heading', { name: /mirror.example:\d+ does not answer/ }),
  ).toBeVisible();
  const builds = page.getByRole('region', { name: 'Builds' });
  await expect(builds.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Name' }).fill('Mirror away');
  await page.getByRole('textbox', { name: 'Issue URL' }).fill('https://tracker.example/7');
  await page.getByRole('checkbox', { name: 'Retry once' }).check();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('heading', { name: 'Mirror away' })).toBeVisible();
  expect(await findBarriersInThemes(page)).toEqual([]);

  // Retried once by itself, now that a person allowed it.
  await push(3);
  await expect.poll(async () => (await admin.findBuild(slug, 3)).status).toBe('success');

  await page.getByRole('link', { name: 'Causes', exact: true }).click();
  const causes = page.getByRole('region', { name: 'Causes' });
  await expect(causes.getByRole('listitem')).toContainText('3 failures');
  await expect(causes.getByRole('link', { name: 'Mirror away' })).toBeVisible();
  expect(await findBarriersInThemes(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Error text' }).fill('does not answer');
  await page.getByRole('button', { name: 'Find builds' }).click();
  await expect(page.getByRole('link', { name: /Turn the wheel, part [123]/ })).toHaveCount(3);
});
