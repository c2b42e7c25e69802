import type { Page } from '@playwright/test';
import { BuildPage } from '../pages/build-page.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test('passes a secret created in the dialog to a build, and masks it in the log', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  const pipeline = pipelineOf(['echo "the word is $WORD, $(printf $WORD | wc -c) long"']).replace(
    'commands:',
    'environment: { WORD: { from_secret: word } }\n    commands:',
  );
  await tree.commit({ '.drone.yml': pipeline }, 'Use a secret');
  await tree.push();

  await page.goto(`${millrace.url}/${slug}/settings/secrets`);
  await expect(page).toHaveTitle(`Settings - ${slug} - Millrace`);
  await expect(page.getByText('No Secrets')).toBeVisible();
  await page.getByRole('button', { name: 'New Secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a New Secret' });
  await dialog.getByLabel('Name').fill('not a name');
  await dialog.getByLabel('Value').fill('sesame-open');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Unable to add secret: Invalid Secret Name')).toBeVisible();
  await dialog.getByLabel('Name').fill('word');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Secret has been added successfully')).toBeVisible();
  await expect(page.getByRole('row', { name: /word Disabled/ })).toBeVisible();

  const headers = { origin: millrace.url };
  await page.request.post(`${millrace.url}/api/repos/${slug}/builds`, { headers });
  await page.goto(`${millrace.url}/${slug}/2/1/2`);
  const build = new BuildPage(page);
  await expect(build.log.getByText(/the word is \*+, 11 long/)).toBeVisible();
  await expect(build.log.getByText('sesame-open')).toHaveCount(0);

  await page.goto(`${millrace.url}/${slug}/settings/secrets`);
  await page.getByRole('button', { name: 'Delete word' }).click();
  const confirm = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this secret?',
  });
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Secret has been removed successfully')).toBeVisible();
  await expect(page.getByText('No Secrets')).toBeVisible();
});

test('saves and applies settings, and activates a disabled repository again', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipelineOf(['echo hello']) }, 'Begin');
  await tree.push();
  await page.goto(`${millrace.url}/${slug}/settings`);
  const running = page.getByRole('switch', { name: 'Auto cancel running' });
  await expect(running).toBeDisabled();
  await page.getByRole('switch', { name: 'Auto cancel pushes' }).click();
  await expect(running).toBeEnabled();
  await page.getByRole('switch', { name: 'Protected' }).click();
  await page.getByRole('combobox', { name: 'Timeout' }).selectOption('2 hours');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Changes have been saved')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Timeout' })).toHaveValue('120');

  await tree.commit({}, 'Needs approval');
  await tree.push();
  await page.goto(`${millrace.url}/${slug}/2`);
  await expect(page.getByText('This stage is blocked')).toBeVisible();
  await page.getByRole('button', { name: 'Approve Build' }).click();
  await page.getByRole('link', { name: /work/ }).click();
  await expect(new BuildPage(page).log.getByText('hello', { exact: true })).toBeVisible();

  await page.goto(`${millrace.url}/${slug}/settings`);
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await page
    .getByRole('alertdialog', { name: 'Are you sure you want to disable this repo?' })
    .getByRole('button', { name: 'Disable' })
    .click();
  await expect(page.getByText('Repo has been disabled')).toBeVisible();
  await expect(page.getByText('This Repository is not Active.')).toBeVisible();
  await page.goto(`${millrace.url}/${slug}`);
  await expect(page).toHaveURL(`${millrace.url}/${slug}/settings`);
  await page.getByRole('button', { name: 'Activate Repository' }).click();
  await expect(page.getByText('Repo has been successfully enabled')).toBeVisible();
});

test('lets a new user sign in with the generated password, without administration pages', async ({
  millrace,
  signedIn: page,
  browser,
}) => {
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(`${millrace.url}/settings/users`);
  await page.getByRole('button', { name: 'New User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a New User' });
  await dialog.getByLabel('Login').fill('ada');
  await dialog.getByLabel('Email').fill('ada@example.com');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('New user has been created successfully')).toBeVisible();
  const password = await dialog
    .getByRole('figure', { name: 'Password' })
    .locator('pre')
    .innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /ada Active User Member/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit admin' })).toHaveCount(0);

  const other = await browser.newPage();
  await other.goto(`${millrace.url}/settings/users`);
  await other.getByLabel('Username').fill('ada');
  await other.getByLabel('Password').fill(password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByText("That's all we know.")).toBeVisible();
  await other.goto(`${millrace.url}/account`);
  await expect(other.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
  await other.close();
});

test('shows a rejected value at its field', async ({ millrace, slug, signedIn: page }) => {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipelineOf(['echo hello']) }, 'Begin');
  await tree.push();
  const settings = `${millrace.url}/${slug}/settings`;
  const headers = { origin: millrace.url };
  const repo = `${millrace.url}/api/repos/${slug}`;
  const taken = { name: 'taken', data: 'x', branch: 'main', expr: '@daily' };
  await page.request.post(`${repo}/secrets`, { headers, data: taken });
  await page.request.post(`${repo}/cron`, { headers, data: taken });
  const template = `of-${slug.replace('/', '-')}`;
  const data = { ...taken, name: `${template}.jsonnet` };
  const templates = `${millrace.url}/api/templates/admin`;
  await page.request.post(templates, { headers, data });

  const forms: [path: string, open: string, fields: Record<string, string>, message: string][] = [
    ['secrets', 'New Secret', { Value: 'x', Name: 'taken' }, 'A secret named taken already exists'],
    ['secrets', 'New Secret', { Name: 'free', Value: '' }, 'Invalid Secret Value'],
    [
      'cron',
      'New Cron Job',
      { Branch: 'main', Name: 'taken' },
      'A cron job named taken already exists',
    ],
    [
      'templates',
      'New Template',
      { Name: template },
      `A template named ${data.name} already exists`,
    ],
    ['members', 'Add Member', { Login: 'nobody' }, 'There is no account nobody'],
  ];
  for (const [path, open, fields, message] of forms) {
    await page.goto(`${settings}/${path}`);
    await page.getByRole('button', { name: open }).click();
    await expectRefusal(page, fields, message);
  }
  // Templates of the organization are shared with the other tests.
  await page.request.delete(`${templates}/${data.name}`, { headers });
  await page.goto(`${millrace.url}/settings/users`);
  await page.getByRole('button', { name: 'New User' }).click();
  const user = { Email: 'admin@example.com', Login: 'admin' };
  await expectRefusal(page, user, 'The login admin is taken');
});

/** Fills and submits the dialog. The value of the last field is rejected, and that field gets the focus. */
async function expectRefusal(page: Page, fields: Record<string, string>, message: string) {
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.locator('button[type=submit]').click();
  const last = dialog.getByLabel(Object.keys(fields).at(-1) ?? '');
  await expect(last).toHaveAccessibleDescription(message);
  await expect(last).toBeFocused();
}
