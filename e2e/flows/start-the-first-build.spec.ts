import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { Admin } from '../support/admin.ts';
import { expect, signIn, test } from '../support/test.ts';

test('starts the first build with the commands of the empty dashboard, after a password change', async ({
  millrace,
  page,
}) => {
  const admin = await Admin.signIn(millrace);
  const login = 'nora';
  const { password } = await admin.call<{ password: string }>('POST', '/api/users', { login });
  await signIn(page, millrace.url, login, password);
  await expect(page.getByRole('heading', { name: 'Push your first repository' })).toBeVisible();

  const chosen = 'a password of my own';
  await page.goto(`${millrace.url}/account`);
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password', { exact: true }).fill(chosen);
  await page.getByLabel('Repeat the new password').fill(chosen);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText(/^Your password has been changed\./)).toBeVisible();

  await page.goto(millrace.url);
  const pipeline = await page
    .getByRole('figure', { name: '.drone.yml' })
    .locator('pre')
    .innerText();
  await page.getByLabel('Repository name').fill('first');
  const commands = await page
    .getByRole('figure', { name: 'Push the project from its folder' })
    .locator('pre')
    .innerText();
  const cwd = await mkdtemp(join(tmpdir(), 'millrace-first-'));
  await writeFile(join(cwd, '.drone.yml'), pipeline);
  const askPassword = join(cwd, 'ask-password');
  await writeFile(askPassword, `#!/bin/sh\necho '${chosen}'\n`, { mode: 0o700 });
  const identity = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const names = ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, login],
    [`GIT_${who}_EMAIL`, 'nora@example.com'],
  ]);
  const env = { ...identity, ...Object.fromEntries(names), GIT_ASKPASS: askPassword };
  await execa('sh', ['-e', '-c', commands], { cwd, env });

  await page.goto(`${millrace.url}/${login}/first`);
  await expect(page.getByRole('link', { name: /Success.*#1/ })).toBeVisible();
});
