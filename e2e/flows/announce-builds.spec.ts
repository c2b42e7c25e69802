import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { Admin } from '../support/admin.ts';
import { MailReceiver } from '../support/mail-receiver.ts';
import { Millrace } from '../support/millrace.ts';
import { expect, signIn, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

interface Received {
  event: string | undefined;
  delivery: string | undefined;
  signature: string | undefined;
  body: string;
}

const slug = 'admin/mill';
const received: Received[] = [];
const receiver = createServer(async (request, response) => {
  const header = (name: string) => request.headers[name]?.toString();
  received.push({
    event: header('x-millrace-event'),
    delivery: header('x-millrace-delivery'),
    signature: header('x-millrace-signature-256'),
    body: await text(request),
  });
  response.end('<b>accepted</b>');
});
let mail: MailReceiver;
let millrace: Millrace;
let admin: Admin;
let tree: WorkTree;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  mail = await MailReceiver.start();
  millrace = await Millrace.start({
    MILLRACE_NOTIFY_NETWORKS: '127.0.0.1',
    MILLRACE_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MILLRACE_MAIL_FROM: 'Millrace <ci@example.com>',
  });
  admin = await Admin.signIn(millrace);
  tree = await WorkTree.create(millrace, slug);
  await build('echo ground');
});

test.afterAll(async () => {
  await millrace?.dispose();
  mail?.stop();
  receiver.close();
});

/** Pushes a pipeline with this command, and waits for its build. */
async function build(command: string): Promise<number> {
  const number = (await admin.newestBuild(slug)) + 1;
  await tree.commit({ '.drone.yml': pipelineOf([command]) }, `Run ${command}`);
  await tree.push();
  await admin.finishedBuild(slug, number);
  return number;
}

async function open(page: Page, path: string): Promise<void> {
  await signIn(page, millrace.url, 'admin', millrace.adminPassword);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page.goto(millrace.url + path);
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('announces a failed build to a webhook, and sends it again', async ({ page }) => {
  await open(page, `/${slug}/settings/notifications`);
  await page.getByRole('button', { name: 'New Subscription' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Subscription' });
  await dialog.getByLabel('Name').fill('robot');
  const { port } = receiver.address() as AddressInfo;
  await dialog.getByLabel('URL').fill(`http://127.0.0.1:${port}/hook`);
  await dialog.getByLabel('Secret').fill('grindstone');
  await dialog.getByRole('button', { name: 'Preview Message' }).click();
  const preview = dialog.getByRole('figure', { name: 'Preview' });
  await expect(preview).toContainText(`"repo": "${slug}"`);
  await dialog.getByRole('button', { name: 'Preview Digest' }).click();
  await expect(preview).toContainText('"digest"');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('The subscription has been created')).toBeVisible();
  await expect(page.getByRole('row', { name: /robot/ })).toContainText(`127.0.0.1:${port}, signed`);

  const number = await build('exit 1');
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]).toMatchObject({
    event: 'build.finished',
    signature: expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
  });
  await page.getByRole('button', { name: 'Deliveries of robot' }).click();
  const name = `${slug} #${number}`;
  const delivery = page.getByRole('row', { name: new RegExp(name) });
  await expect(delivery).toContainText('Sent');
  await delivery.getByRole('button', { name: `Details of ${name}` }).click();
  const details = page.getByRole('dialog', { name });
  await expect(details.getByRole('figure', { name: 'Request' })).toContainText(
    `"build": ${number}`,
  );
  await expect(details.getByRole('figure', { name: 'Response' })).toHaveText('<b>accepted</b>');
  await page.keyboard.press('Escape');
  await expect(delivery.getByRole('button', { name: `Details of ${name}` })).toBeFocused();

  await delivery.getByRole('button', { name: `Send ${name} again` }).click();
  await expect(page.getByText(`${name}: sent.`)).toBeVisible();
  await expect(delivery).toContainText('2 tries');
  expect(received.map((each) => each.delivery)).toEqual(Array(2).fill(received[0]?.delivery));
  expect(received[1]?.body).toBe(received[0]?.body);
});

test('changes, tests, disables and enables the subscription', async ({ page }) => {
  await open(page, `/${slug}/settings/notifications`);
  await choose(page, 'robot', 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit robot' });
  await dialog.getByLabel('When').selectOption('Always');
  await dialog.getByLabel('Branches').fill('main');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /robot/ })).toContainText('Alwaysmain');
  await choose(page, 'robot', 'Send a test message');
  await expect(page.getByText('Test message: sent.')).toBeVisible();
  expect(received.at(-1)).toMatchObject({ event: 'test', signature: expect.any(String) });

  await choose(page, 'robot', 'Disable');
  await expect(page.getByRole('row', { name: /robot/ })).toContainText('Disabled');
  await choose(page, 'robot', 'Enable');
  await expect(page.getByRole('row', { name: /robot/ })).toContainText('Enabled');
  const number = await build('echo ground');
  const delivery = page.getByRole('row', { name: new RegExp(`${slug} #${number}`) });
  await page.reload();
  await expect(delivery).toContainText('Sent');
  expect(received.at(-1)?.body).toContain(`"build":${number}`);
});

test('sends e-mail about builds to the account that started them', async ({ page }) => {
  await admin.call('PATCH', '/api/user', { email: 'admin@example.com' });
  await open(page, '/account');
  await page.getByRole('button', { name: 'New Subscription' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Subscription' });
  await dialog.getByLabel('Name').fill('mine');
  await expect(dialog.getByLabel('Channel')).toHaveValue('email');
  await dialog.getByLabel('Builds', { exact: true }).selectOption('chosen');
  await dialog.getByLabel('Repositories').fill('mill');
  await page.getByRole('option', { name: slug }).click();
  await dialog.getByRole('button', { name: 'Preview Message' }).click();
  await expect(dialog.getByRole('figure', { name: 'Preview' })).toContainText('Change it:');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('row', { name: /mine/ })).toContainText(`Your address`);
  await expect.poll(() => mail.mails.length).toBe(1);
  const asked = mail.mails[0]?.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=') ?? '';
  const [link = ''] = /http\S+\/api\/notifications\/confirm\?token=[^\s">]+/.exec(asked) ?? [];
  const confirming = await page.context().newPage();
  await confirming.goto(link);
  await confirming.getByRole('button', { name: 'Confirm' }).click();
  await expect(confirming.getByText('The address is confirmed.')).toBeVisible();
  await confirming.close();
  const number = await build('exit 1');
  await expect.poll(() => mail.mails.length).toBe(2);
  expect(mail.mails[1]).toMatch(/^To: admin@example\.com$/m);
  expect(mail.mails[1]).toContain(`Subject: ${slug} #${number} failed on main`);
  await page.getByRole('button', { name: 'Deliveries of mine' }).click();
  const name = `${slug} #${number}`;
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('SMTP 250');
  await page.getByRole('button', { name: `Details of ${name}` }).click();
  await expect(page.getByRole('dialog', { name })).toContainText(`${slug} #${number} failed`);
});
