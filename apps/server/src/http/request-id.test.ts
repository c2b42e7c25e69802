import { expect, it } from 'vitest';
import { serverOfFile } from '../../testing/server-of-file.ts';

const server = await serverOfFile();

const idOf = async (sent: Record<string, string> = {}) =>
  (await server.app.inject({ url: '/version', headers: sent })).headers['x-request-id'];

it('gives each request an id', async () => {
  const id = await idOf();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf()).not.toBe(id);
});

it('keeps the id of a proxy', async () => {
  expect(await idOf({ 'x-request-id': 'edge-7:a.b' })).toBe('edge-7:a.b');
});

it.each(['a b', '"', 'x'.repeat(101)])('replaces the invalid id %s', async (id) => {
  expect(await idOf({ 'x-request-id': id })).toMatch(/^[0-9a-f-]{36}$/);
});
