import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { password, pushSampleRepo } from '../../../testing/test-server.ts';

const server = await serverOfFile();
await server.addUser('ada');
const repo = await pushSampleRepo(server, 'ada', 'open');
await server.core.repos.update(repo.id, { visibility: 'public' });

async function send(service: string, body: Buffer | string, coding?: string) {
  const answer = await fetch(`${server.url}/git/ada/open.git/${service}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`ada:${password}`)}`,
      'content-type': `application/x-${service}-request`,
      'git-protocol': 'version=2',
      ...(coding ? { 'content-encoding': coding } : {}),
    },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text;
const list = `${line('command=ls-refs\n')}00010000`;
const have = line(`have ${'0'.repeat(39)}1\n`);
/** Compresses to a few kilobytes. */
const long = `${line('command=fetch\n')}0001${have.repeat(300_000)}0000`;
const create = line(`${'0'.repeat(40)} ${'1'.repeat(40)} refs/heads/new\n`);

describe('request body of a git client', () => {
  it.each([undefined, 'identity', 'gzip', 'x-gzip'])(
    'accepts content coding %s',
    async (coding) => {
      const body = coding?.endsWith('gzip') ? gzipSync(list) : list;
      const { status, text } = await send('git-upload-pack', body, coding);
      expect([status, text]).toEqual([200, expect.stringContaining('refs/heads/main')]);
    },
  );

  it.each([
    ['git-upload-pack', long],
    ['git-receive-pack', create.repeat(150_000)],
  ])('rejects a compressed body that unpacks above the limit: %s', async (service, body) => {
    const packed = gzipSync(body);
    expect(packed.length).toBeLessThan(body.length / 100);
    const { status, text } = await send(service, packed, 'gzip');
    expect([status, text]).toEqual([413, 'The body is longer than 10485760 bytes\n']);
  });

  it('accepts exactly the maximum length', async () => {
    const asked = (length: number) => line(`ref-prefix ${'x'.repeat(length - 16)}\n`);
    const begin = `${line('command=ls-refs\n')}0001${line('ref-prefix refs/heads/\n')}`;
    const end = '0000';
    let missing = 10 * 1024 * 1024 - begin.length - end.length;
    let body = begin;
    for (; missing > 60_000; missing -= 50_000) body += asked(50_000);
    body += asked(missing) + end;
    for (const coding of [undefined, 'gzip']) {
      const sent = coding ? gzipSync(body) : body;
      const { status, text } = await send('git-upload-pack', sent, coding);
      expect([status, text]).toEqual([200, expect.stringContaining('refs/heads/main')]);
      const longer = body.replace('x', 'xx');
      const refused = await send('git-upload-pack', coding ? gzipSync(longer) : longer, coding);
      expect(refused.status).toBe(413);
    }
  });

  it('rejects an uncompressed fetch above the limit', async () => {
    expect((await send('git-upload-pack', long)).status).toBe(413);
  });

  it.each<[string, (body: string) => Buffer]>([
    ['not compressed', (body) => Buffer.from(body)],
    ['damaged', (body) => Buffer.concat([gzipSync(body).subarray(0, 15), Buffer.alloc(20, 255)])],
    ['truncated', (body) => gzipSync(body).subarray(0, -9)],
    ['empty', () => Buffer.alloc(0)],
  ])('rejects a gzip body that is %s', async (_, pack) => {
    expect((await send('git-upload-pack', pack(list), 'gzip')).status).toBe(400);
    expect((await send('git-receive-pack', pack(create), 'gzip')).status).toBe(400);
  });

  it.each(['deflate', 'br', 'gzip, gzip'])('rejects content coding %s', async (coding) => {
    expect((await send('git-upload-pack', deflateSync(list), coding)).status).toBe(415);
  });
});
