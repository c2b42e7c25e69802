import { BuildPage } from '../pages/build-page.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test('starts a build of a branch with parameters in New Build', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipelineOf(['echo "grain is $GRAIN"']) }, 'Grind');
  await tree.push();
  await page.goto(`${millrace.url}/${slug}`);
  await page.getByRole('button', { name: 'New Build' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a New Build' });
  await dialog.getByLabel(/branch/i).fill('nowhere');
  await dialog.getByLabel('Key').fill('GRAIN');
  await dialog.getByLabel('Value').fill('rye');
  await dialog.getByRole('button', { name: '+ Add' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(
    page.getByText('Unable to start a new build: There is no branch nowhere'),
  ).toBeVisible();
  await expect(dialog.getByLabel(/branch/i)).toHaveValue('nowhere');

  await dialog.getByLabel(/branch/i).fill('main');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('New build has started successfully')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${millrace.url}/${slug}/2`));
  await page.getByRole('link', { name: /work/ }).click();
  const build = new BuildPage(page);
  await expect(build.log.getByText('grain is rye', { exact: true })).toBeVisible();
});

test('asks for the declared parameters in New Build', async ({ millrace, signedIn: page }) => {
  const tree = await WorkTree.create(millrace, 'admin/bakery');
  const parameters = `parameters:
  - { name: GRAIN, type: choice, choices: [rye, spelt], default: rye, required: true }
  - { name: LOAVES, type: number, required: true, description: As many as fit into the oven }
`;
  const pipeline = pipelineOf(['echo "$LOAVES loaves of $GRAIN"']);
  await tree.commit({ '.drone.yml': `${pipeline.trimEnd()}\n${parameters}` }, 'Bake');
  await tree.push();
  await page.goto(`${millrace.url}/admin/bakery`);
  await page.getByRole('button', { name: 'New Build' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a New Build' });
  await dialog.getByLabel('GRAIN').selectOption('spelt');
  await dialog.getByLabel('LOAVES').fill('12');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(new RegExp(`${millrace.url}/admin/bakery/2`));
  await page.getByRole('link', { name: /work/ }).click();
  const build = new BuildPage(page);
  await expect(build.log.getByText('12 loaves of spelt', { exact: true })).toBeVisible();
});
