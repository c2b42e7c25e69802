import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Returns the bytes that the server stores of an upload; null for none. */
type Keep = (bytes: Buffer) => Buffer | null;

interface Stub {
  keep: Keep;
  objects: Map<string, Buffer>;
  /** Whether it takes no uploads, and sends only the first byte of an object. */
  hangs: boolean;
}

/** Starts an in-memory S3 server for one test. It accepts every upload, whatever `keep` stores of it. */
export async function startStubS3(keep: Keep = (bytes) => bytes) {
  const stub: Stub = { keep, objects: new Map(), hangs: false };
  const server = createServer((request, answer) => void respond(request, answer, stub));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const env = {
    MILLRACE_LOGS_URL: 's3://logs',
    MILLRACE_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    MILLRACE_S3_PATH_STYLE: 'true',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  };
  return Object.assign(stub, { env });
}

async function respond(
  request: IncomingMessage,
  answer: ServerResponse,
  { keep, objects, hangs }: Stub,
): Promise<void> {
  if (hangs && request.method === 'PUT') return;
  const key = new URL(request.url ?? '', 'http://s3').pathname;
  const body = await buffer(request);
  if (request.method === 'PUT') {
    const stored = keep(body);
    if (stored) objects.set(key, stored);
    answer.end();
  } else if (request.method === 'DELETE') {
    objects.delete(key);
    answer.writeHead(204).end();
  } else {
    const { status, headers, bytes } = readObject(objects.get(key), request.headers.range);
    answer.writeHead(status, { 'content-length': bytes.length, ...headers });
    if (hangs) answer.write(bytes.subarray(0, 1));
    else answer.end(bytes);
  }
}

function readObject(object: Buffer | undefined, range = '') {
  if (!object) return refusal(404, 'NoSuchKey');
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  if (from === undefined) return { status: 200, headers: {}, bytes: object };
  if (Number(from) >= object.length) return refusal(416, 'InvalidRange');
  const last = Math.min(Number(to), object.length - 1);
  const headers = { 'content-range': `bytes ${from}-${last}/${object.length}` };
  return { status: 206, headers, bytes: object.subarray(Number(from), last + 1) };
}

function refusal(status: number, code: string) {
  const headers = { 'content-type': 'application/xml' };
  return { status, headers, bytes: Buffer.from(`<Error><Code>${code}</Code></Error>`) };
}
