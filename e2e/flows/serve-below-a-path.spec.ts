import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '@millrace/test-support/free-port';
import type { Page } from '@playwright/test';
import { BuildPage } from '../pages/build-page.ts';
import { Gate } from '../support/gate.ts';
import { Millrace } from '../support/millrace.ts';
import { PathProxy } from '../support/path-proxy.ts';
import { RemoteRunner, remoteOnly } from '../support/remote-runner.ts';
import { test as base, expect, signIn } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

const slug = 'admin/mill';

interface Below {
  millrace: Millrace;
  /** URL of the server without the proxy and without the path. */
  ownUrl: string;
}

const test = base.extend<{ keepsPath: boolean; below: Below }>({
  keepsPath: [true, { option: true }],
  below: async ({ keepsPath }, use) => {
    const port = await findFreePort();
    const ownUrl = `http://127.0.0.1:${port}`;
    const proxy = await PathProxy.start(ownUrl, { path: '/ci', keepsPath });
    const settings = { ...remoteOnly, MILLRACE_PORT: String(port), MILLRACE_URL: proxy.url };
    const millrace = await Millrace.start(settings);
    expect(millrace.url).toBe(proxy.url);
    const runner = new RemoteRunner(millrace, 'below', 1);
    await runner.start();
    await use({ millrace, ownUrl });
    await runner.end();
    await millrace.dispose();
    await proxy.stop();
  },
});

/** Collects what leaves the path or fails. */
function watch(page: Page, url: string): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    const { url: source } = message.location();
    // Browsers ask the host for an icon on pages without one, as those of the documentation.
    if (message.type() === 'error' && !source.endsWith('/favicon.ico'))
      problems.push(`${source}: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) problems.push(request.url());
  });
  page.on('response', (answer) => {
    if (answer.status() >= 400) problems.push(`${answer.url()}: ${answer.status()}`);
  });
  return problems;
}

for (const keepsPath of [true, false]) {
  test.describe(
    keepsPath ? 'behind a proxy that keeps the path' : 'behind one that removes it',
    () => {
      test.use({ keepsPath });

      test('signs in, follows the log of a pushed build and signs out', async ({ page, below }) => {
        const { millrace } = below;
        const { url } = millrace;
        const problems = watch(page, url);
        await page.goto(`${url}/account`);
        await expect(page).toHaveURL(`${url}/welcome`);
        await page.getByLabel('Username').fill('admin');
        await page.getByLabel('Password').fill(millrace.adminPassword);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await expect(page).toHaveURL(`${url}/account`);
        await expect(page.getByText(`export DRONE_SERVER=${url}\n`)).toBeVisible();
        await page.getByRole('link', { name: 'Dashboard' }).first().click();
        await expect(page).toHaveURL(`${url}/`);
        await expect(
          page.getByText(`git remote add millrace ${url.replace('//', '//admin@')}/git/`),
        ).toBeVisible();

        const gate = new Gate(millrace);
        const tree = await WorkTree.create(millrace, slug);
        const commands = ['echo first', gate.wait, 'echo "see $DRONE_BUILD_LINK"', 'exit 7'];
        await tree.commit({ '.drone.yml': pipelineOf(commands) }, 'Turn the wheel');
        const pushed = await tree.push();
        expect(pushed.stderr).toContain(`${url}/${slug}`);
        const copy = await WorkTree.create(millrace, slug);
        expect((await copy.git('pull', '--quiet', copy.remote, 'main')).exitCode).toBe(0);
        await access(join(copy.dir, '.drone.yml'));

        await page.getByRole('link', { name: /mill/ }).first().click();
        await page.getByRole('link', { name: /Turn the wheel/ }).click();
        await page.getByRole('link', { name: /work/ }).click();
        await expect(page).toHaveURL(`${url}/${slug}/1/1/2`);
        const build = new BuildPage(page);
        await expect(build.log.getByText('first', { exact: true })).toBeVisible();
        await gate.open();
        await expect(build.log.getByText(`see ${url}/${slug}/1`, { exact: true })).toBeVisible();
        await expect(page.getByText('Exit Code 7', { exact: true })).toBeVisible();

        await page.reload();
        await expect(build.status('failure')).toBeVisible();
        await page.goBack();
        await page.goto(`${url}/${slug}/settings/badges`);
        await expect(page.getByText(`](${url}/${slug})`)).toBeVisible();
        await page.goto(`${url}/docs/pipelines`);
        await page.getByRole('banner').getByRole('link', { name: 'Server' }).click();
        await expect(page).toHaveURL(`${url}/`);

        await page.goto(`${url}/account`);
        await page.getByRole('link', { name: 'Logout' }).click();
        await expect(page).toHaveURL(`${url}/logout`);
        await page.goto(url);
        await expect(page).toHaveURL(`${url}/welcome`);
        expect(problems).toEqual([]);
      });
    },
  );
}

test('opens a terminal below the path', async ({ page, below: { millrace } }) => {
  const { url, adminPassword } = millrace;
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ README: 'Without a pipeline' }, 'Begin');
  await tree.push();
  await signIn(page, url, 'admin', adminPassword);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.request.post(`${url}/api/repos/${slug}`, { headers: { origin: url } });
  await page.goto(`${url}/${slug}/settings`);
  const keep = page.getByRole('switch', { name: 'Keep failed steps for terminals' });
  await keep.click();
  await expect(page.getByText('The setting has been saved')).toBeVisible();
  await tree.commit({ '.drone.yml': pipelineOf(['exit 7']) }, 'Break the mill');
  await tree.push();
  await page.goto(`${url}/${slug}/1`);
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.getByRole('button', { name: /Open a terminal/ }).click();
  const terminal = page.getByRole('dialog').getByRole('region', { name: /^Terminal: / });
  await expect(terminal.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('echo d""one\n');
  await expect(terminal).toContainText('done');
  expect(sockets[0]).toContain(`${url.replace('http:', 'ws:')}/api/`);
});

test('moves to the path if it is opened without', async ({ page, below: { ownUrl } }) => {
  await page.goto(`${ownUrl}/account?a=b`);
  await expect(page).toHaveURL(`${ownUrl}/ci/welcome`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
