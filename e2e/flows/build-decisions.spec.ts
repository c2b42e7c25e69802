import { BuildPage } from '../pages/build-page.ts';
import { Admin } from '../support/admin.ts';
import { Gate } from '../support/gate.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

const notSigned = (word: string) =>
  `${pipelineOf([`echo ${word}`])}---\nkind: signature\nhmac: ${'0'.repeat(64)}\n`;

test('runs blocked stages after approval, and never after declining', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const admin = await Admin.signIn(millrace);
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipelineOf(['echo first']) }, 'Begin');
  await tree.push();
  await expect.poll(() => admin.newestBuild(slug)).toBe(1);
  await admin.call('PATCH', `/api/repos/${slug}`, { protected: true });

  await tree.commit({ '.drone.yml': notSigned('approved') }, 'Change it');
  await tree.push();
  await expect.poll(() => admin.newestBuild(slug)).toBe(2);
  await page.goto(`${millrace.url}/${slug}/2`);
  const build = new BuildPage(page);
  await expect(page.getByText('This stage is blocked')).toBeVisible();
  await page.getByRole('button', { name: 'Approve Build' }).click();
  await expect(build.status('success')).toBeVisible();
  await page.getByRole('link', { name: /work/ }).click();
  await expect(build.log.getByText('approved', { exact: true })).toBeVisible();

  await tree.commit({ '.drone.yml': notSigned('declined') }, 'Change it again');
  await tree.push();
  await expect.poll(() => admin.newestBuild(slug)).toBe(3);
  await page.goto(`${millrace.url}/${slug}/3`);
  await page.getByRole('button', { name: 'Decline Build' }).click();
  await expect(page.getByText('This pipeline was declined')).toBeVisible();
  await expect(build.status('declined')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve Build' })).toHaveCount(0);
  expect((await admin.findBuild(slug, 3)).status).toBe('declined');
});

test('runs a promotion with its target and parameters', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  const commands = [
    'echo "to $DRONE_DEPLOY_TO of $CITY by $DRONE_BUILD_EVENT from $DRONE_BUILD_PARENT"',
  ];
  await tree.commit({ '.drone.yml': pipelineOf(commands) }, 'Ship it');
  await tree.push();
  await page.goto(`${millrace.url}/${slug}/1`);
  const build = new BuildPage(page);
  await expect(build.status('success')).toBeVisible();

  for (const [number, action] of [
    [2, 'promote'],
    [3, 'rollback'],
  ] as const) {
    await page.goto(`${millrace.url}/${slug}/1`);
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Promote' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create deployment' });
    await dialog.getByRole('combobox', { name: 'Action' }).selectOption(action);
    await dialog.getByLabel('Target environment').fill('staging');
    await dialog.getByLabel('Key').fill('CITY');
    await dialog.getByLabel('Value').fill('Bern');
    await dialog.getByRole('button', { name: '+ Add' }).click();
    await dialog.getByRole('button', { name: 'Deploy' }).click();
    await expect(page).toHaveURL(`${millrace.url}/${slug}/${number}`);
    await expect(build.status('success')).toBeVisible();
    await page.getByRole('link', { name: /work/ }).click();
    await expect(
      build.log.getByText(`to staging of Bern by ${action} from 1`, { exact: true }),
    ).toBeVisible();
  }
  await page.goto(`${millrace.url}/${slug}/deployments`);
  await expect(page.getByText('staging').first()).toBeVisible();
});

test('shows debug mode after a restart, and links to the remote session', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const admin = await Admin.signIn(millrace);
  const gate = new Gate(millrace);
  const tree = await WorkTree.create(millrace, slug);
  const commands = ['echo "web session: https://term.example/x"', gate.wait, 'exit 3'];
  await tree.commit({ '.drone.yml': pipelineOf(commands) }, 'Break it');
  await tree.push();
  await page.goto(`${millrace.url}/${slug}/1/1/2`);
  const build = new BuildPage(page);
  const session = page.getByRole('link', { name: 'Remote session' });
  const line = build.log.getByText('web session: https://term.example/x', { exact: true });
  await expect(line).toBeVisible();
  await expect(session).toHaveCount(0);
  await gate.open();
  await expect(build.status('failure')).toBeVisible();

  await gate.close();
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Debug' }).click();
  // The page moves to the step that runs.
  await expect(page).toHaveURL(/\/2(\/\d+\/\d+)?$/);
  await expect(build.heading).toContainText('#2');
  await page.getByRole('link', { name: /work/ }).click();
  await expect(session).toHaveAttribute('href', 'https://term.example/x');
  await gate.open();
  await expect(build.status('failure')).toBeVisible();
  await expect(session).toHaveCount(0);
  expect((await admin.findBuild(slug, 2)).debug).toBe(true);
  expect((await admin.findBuild(slug, 1)).debug ?? false).toBe(false);
});
