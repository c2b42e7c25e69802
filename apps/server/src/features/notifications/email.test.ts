import { skipIf } from '@millrace/test-support/skip-if';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MailTestServer, missingMail, startMailServer } from '../../../testing/mail-server.ts';
import { makeBuild } from '../../../testing/make-build.ts';
import { notificationsOf } from '../../../testing/notifications-of.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';

let mail: MailTestServer;
let server: TestServer;
let ada: { id: number; token: string };
let repoId: number;
let calls: ReturnType<typeof notificationsOf>;

async function start(options: { hasTls?: boolean; url?: string; trusts?: boolean } = {}) {
  mail = await startMailServer(options);
  const { url = `smtp://127.0.0.1:${mail.port}`, trusts = false } = options;
  server = await startTestServer({
    env: {
      MILLRACE_SMTP_URL: url.replace('PORT', String(mail.port)),
      MILLRACE_MAIL_FROM: 'Millrace <ci@example.com>',
      ...(trusts ? { MILLRACE_SMTP_CA_FILE: mail.caFile } : {}),
    },
    jobs: ['notifications'],
  });
  ada = await server.addUser('ada');
  repoId = (await pushSampleRepo(server, 'ada')).id;
  calls = notificationsOf(server, '/api/repos/ada/project', ada);
}

const confirm = (addresses: string[], owner: { repo_id: number } | { user_id: number }) =>
  server.core.db
    .insertInto('notification_addresses')
    .values(
      addresses.map((address) => ({
        repo_id: null,
        user_id: null,
        address,
        asked: 1,
        confirmed: 1,
        ...owner,
      })),
    )
    .execute();

async function subscribe(recipients: string[], isConfirmed = true): Promise<number> {
  if (isConfirmed) await confirm(recipients, { repo_id: repoId });
  const body = { name: 'team "a"', channel: 'email', recipients };
  const created = await calls.call('POST', '', body);
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  return created.body.id;
}

const finish = (facts: Parameters<typeof makeBuild>[2]) => makeBuild(server.core, repoId, facts);

describe('a real mail server', skipIf(missingMail), () => {
  afterEach(async () => {
    await server.stop();
    await mail.remove();
  });

  describe('without encryption', () => {
    beforeEach(() => start());

    it('gets messages in which texts of users are no markup and no headers', async () => {
      const id = await subscribe(['grace@example.com', 'linus@example.com']);
      const title = '<img src=x> & "b"\r\nBcc: eve@example.com';
      const { number } = await finish({ status: 'failure', title });
      await expect
        .poll(() => calls.listDeliveries(id))
        .toMatchObject([{ status: 'sent', response_status: 250, error: '' }]);
      await expect.poll(() => mail.read('linus')).not.toBe('');
      const raw = await mail.read('grace');
      expect(raw).toMatch(/^From: Millrace <ci@example\.com>$/m);
      expect(raw).toMatch(/^To: grace@example\.com, linus@example\.com$/m);
      expect(raw).toContain(`Subject: ada/project #${number} failed on main`);
      expect(raw).toMatch(/^Auto-Submitted: auto-generated$/m);
      expect(raw).toMatch(/^Message-ID: <millrace-\d+-[0-9a-f]{16}@example\.com>$/m);
      expect(raw).not.toMatch(/^Bcc:/m);
      expect(raw.replaceAll('=\n', '')).toContain('&lt;img src=3Dx&gt; &amp; &quot;b&quot;');
      expect(await mail.read('eve')).toBe('');
      const [{ request } = { request: '' }] = await calls.listDeliveries(id);
      expect(JSON.parse(request)).toMatchObject({
        text: expect.stringContaining(`${server.url}/ada/project/settings/notifications`),
      });
    });

    it('gets messages for the address of an account only', async () => {
      const own = notificationsOf(server, '/api/user', ada);
      const { id } = (await own.call('POST', '', { name: 'me', channel: 'email' })).body;
      await own.call('POST', `/${id}/test`);
      await expect
        .poll(() => own.listDeliveries(id))
        .toMatchObject([{ status: 'failed', error: 'The message has no receiver' }]);
      await server.core.db
        .updateTable('users')
        .set({ email: 'ada@example.com' })
        .where('id', '=', ada.id)
        .execute();
      await confirm(['ada@example.com'], { user_id: ada.id });
      await own.call('POST', `/${id}/test`);
      await expect.poll(() => mail.read('ada')).toContain('Subject: Test message:');
      expect(await mail.read('ada')).toContain(`List-Unsubscribe: <${server.url}/account>`);
    });

    it('asks the owner of an address once, and sends nothing before the owner confirms it', async () => {
      const id = await subscribe(['grace@example.com'], false);
      const subject = 'Subject: Confirm messages about builds of ada/project';
      await expect.poll(() => mail.read('grace')).toContain(subject);
      await finish({ status: 'failure' });
      await expect
        .poll(() => calls.listDeliveries(id))
        .toMatchObject([{ status: 'failed', error: expect.stringContaining('has confirmed') }]);
      const raw = (await mail.read('grace')).replaceAll('=\n', '').replaceAll('=3D', '=');
      expect(raw.split(subject)).toHaveLength(2);
      expect(raw).not.toContain('failed on main');
      const [link = ''] = /http:\S+\/api\/notifications\/confirm\?token=[^\s">]+/.exec(raw) ?? [];
      const path = link.slice(server.url.length);
      const page = await server.app.inject({ url: path });
      expect([page.statusCode, page.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(page.body).toContain('ada/project wants to send messages about builds to grace@');
      // A program that follows the link confirms nothing.
      await calls.call('POST', `/${id}/test`);
      await expect.poll(async () => (await calls.listDeliveries(id))[0]?.status).toBe('failed');
      const answer = await server.app.inject({
        method: 'POST',
        url: path,
        payload: '',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([answer.statusCode, answer.body]).toEqual([
        200,
        expect.stringContaining('The address is confirmed'),
      ]);
      await finish({ status: 'failure' });
      await expect.poll(() => mail.read('grace')).toContain('failed on main');
    });

    it('is asked again after a temporary rejection, and not after a final one', async () => {
      const later = await subscribe(['later@example.com']);
      await finish({ status: 'failure' });
      await expect
        .poll(() => calls.listDeliveries(later))
        .toMatchObject([{ status: 'waiting', response_status: 451 }]);
      await confirm(['nobody@example.com'], { repo_id: repoId });
      await calls.call('PATCH', `/${later}`, { recipients: ['nobody@example.com'] });
      await calls.retryNow();
      await expect
        .poll(() => calls.listDeliveries(later))
        .toMatchObject([
          {
            status: 'failed',
            response_status: 550,
            response: '550 There is no such mailbox',
            error: 'The mail server responded with 550',
          },
        ]);
    });

    it('gets a message that waited while it was away', async () => {
      await mail.stop();
      const id = await subscribe(['grace@example.com']);
      await finish({ status: 'failure' });
      await expect
        .poll(() => calls.listDeliveries(id))
        .toMatchObject([{ status: 'waiting', error: 'The mail server cannot be reached' }]);
      await mail.start();
      await calls.retryNow();
      await expect.poll(() => mail.read('grace')).toContain('Subject: ada/project');
    });

    it('gets only messages with valid receivers', async () => {
      const body = { name: 'a', channel: 'email' };
      for (const recipients of [[], ['nonsense'], ['a@b c'], Array(21).fill('a@example.com')]) {
        expect((await calls.call('POST', '', { ...body, recipients })).status).toBe(400);
      }
    });
  });

  it('gets an encrypted message with a password if the certificate is trusted', async () => {
    await start({ hasTls: true, trusts: true, url: 'smtp://millrace:secret@127.0.0.1:PORT' });
    await subscribe(['members@example.com']);
    await finish({ status: 'failure' });
    await expect.poll(() => mail.read('members')).toContain('Subject: ada/project');
  });

  it('gets nothing if its certificate is not trusted', async () => {
    await start({ hasTls: true, url: 'smtp://millrace:secret@127.0.0.1:PORT' });
    const id = await subscribe(['members@example.com']);
    await finish({ status: 'failure' });
    await expect
      .poll(() => calls.listDeliveries(id))
      .toMatchObject([{ status: 'waiting', error: 'The mail server cannot be reached' }]);
    expect(await mail.read('members')).toBe('');
  });
});

it('can be disabled and deleted, and has no URL', async () => {
  const env = { MILLRACE_SMTP_URL: 'smtp://127.0.0.1:9', MILLRACE_MAIL_FROM: 'ci@example.com' };
  const before = await startTestServer({ env });
  const owner = await before.addUser('ada');
  const { call } = notificationsOf(before, '/api/user', owner);
  const { id } = (await call('POST', '', { name: 'me', channel: 'email' })).body;
  expect(await call('PATCH', `/${id}`, { url: 'https://example.com' })).toMatchObject({
    status: 400,
    body: { message: 'A subscription by e-mail has no URL and no secret' },
  });
  expect(await call('PATCH', `/${id}`, { disabled: true })).toMatchObject({ status: 200 });
  expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 204 });
  await before.stop();
});

it('confirms nothing with another link', async () => {
  const plain = await startTestServer();
  try {
    for (const token of ['', '?token=', '?token=abc']) {
      for (const method of ['GET', 'POST'] as const) {
        const url = `/api/notifications/confirm${token}`;
        expect((await plain.app.inject({ method, url })).statusCode).toBe(404);
      }
    }
  } finally {
    await plain.stop();
  }
});

it('is refused if the server sends no e-mail', async () => {
  const plain = await startTestServer();
  try {
    const owner = await plain.addUser('ada');
    const own = notificationsOf(plain, '/api/user', owner);
    expect(await own.call('POST', '', { name: 'me', channel: 'email' })).toMatchObject({
      status: 400,
      body: { message: /sends no e-mail/ },
    });
  } finally {
    await plain.stop();
  }
});
