import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyReply } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { OpenRunnerCalls } from './open-runner-calls.ts';

/** Starts a server that answers no call, and returns a function that calls it for a credential. */
async function setUp() {
  const calls = new OpenRunnerCalls();
  const server = createServer((request, raw) => {
    calls.add(Number(request.headers.credential), { raw } as unknown as FastifyReply);
    server.emit('added');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const call = async (credential: number) => {
    const added = once(server, 'added');
    const leaving = new AbortController();
    const headers = { credential: String(credential) };
    const answer = fetch(`http://127.0.0.1:${port}`, { headers, signal: leaving.signal });
    const result = { isOpen: true, leave: () => leaving.abort() };
    answer.catch(() => {
      result.isOpen = false;
    });
    await added;
    return result;
  };
  return { calls, call };
}

it('disconnects every call of one credential', async () => {
  const { calls, call } = await setUp();
  const [own, other, beside] = [await call(1), await call(1), await call(2)];
  calls.close(1);
  await expect.poll(() => [own.isOpen, other.isOpen]).toEqual([false, false]);
  expect(beside.isOpen).toBe(true);
});

it('disconnects the calls of all credentials that are no longer valid', async () => {
  const { calls, call } = await setUp();
  const [valid, revoked] = [await call(1), await call(2)];
  calls.closeExcept(new Set([1]));
  await expect.poll(() => revoked.isOpen).toBe(false);
  expect(valid.isOpen).toBe(true);
});

it('forgets calls that have ended', async () => {
  const { calls, call } = await setUp();
  const left = await call(1);
  left.leave();
  await expect.poll(() => left.isOpen).toBe(false);
  const next = await call(1);
  calls.close(1);
  await expect.poll(() => next.isOpen).toBe(false);
});
